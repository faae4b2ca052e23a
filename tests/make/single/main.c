#include <pthread.h>
#include <stddef.h>

#include "util.h"

static void *work(void *argument)
{
	for (int i = 0; i < 5; i++)
		tick();
	return argument;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, NULL) != 0)
		return 1;
	tick();
	return pthread_join(thread, NULL);
}
