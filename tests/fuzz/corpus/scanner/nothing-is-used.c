#include <pthread.h>
pthread_pecific(app,(void*)1); return a; }
int main(void){ ; return 0; }
