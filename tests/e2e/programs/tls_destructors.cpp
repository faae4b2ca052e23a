/* SPDX-License-Identifier: MIT */
/*
 * C++ thread_local objects and keys of the program: their destructors run after the thread's function,
 * some after the runtime's own key, and belong to the thread; those of main and of static objects run
 * after main.
 *
 * @calls main 1
 * @calls body 3
 * @calls made 5
 * @calls gone 5
 * @calls at_key 6
 * @calls late 9
 * @open 0
 * @unwound 0
 * @threads 4
 */
#include <cstdio>
#include <pthread.h>

#define PLAIN extern "C" __attribute__((noinline))

PLAIN void late()
{
	__asm__ volatile("" ::: "memory");
}

PLAIN void made()
{
	__asm__ volatile("" ::: "memory");
}

PLAIN void gone()
{
	__asm__ volatile("" ::: "memory");
}

struct Object {
	Object()
	{
		made();
	}
	~Object()
	{
		gone();
	}
	volatile int used = 0;
};

static thread_local Object local;
static Object global;
static pthread_key_t key;

extern "C" void at_key(void *round)
{
	late();
	if (round == &key) /* one more round */
		pthread_setspecific(key, &global);
	else
		late();
}

extern "C" void *body(void *argument)
{
	local.used = 1;
	pthread_setspecific(key, &key);
	return argument;
}

int main()
{
	pthread_t thread;

	local.used = 1;
	pthread_key_create(&key, at_key);
	for (int i = 0; i < 3; i++) {
		pthread_create(&thread, nullptr, body, nullptr);
		pthread_join(thread, nullptr);
	}
	std::puts("done");
	return 0;
}
