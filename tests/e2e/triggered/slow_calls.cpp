/* SPDX-License-Identifier: MIT */
/*
 * slow_calls WHAT QUICK SLOW [HOW]: EARLIER calls of earlier() (300 without), QUICK ones of WHAT, then SLOW ones that
 * take SLOW_MS milliseconds (20 without). HOW:
 *
 *   alone     no other thread
 *   waits     the same; it makes the file ready before the slow calls, and begins them when there is the file go
 *   spinning  two threads make calls as fast as they can, all the time
 *   in-step   two threads make IN_STEP_CALLS each in hold n (hold_snapshot.c) of two, and 20000 after each, and before
 *
 * Prints how often these threads called before().
 */
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#define BARE __attribute__((no_instrument_function, noinline))
#define CALL __attribute__((noinline))

static volatile int stop;
static volatile int slow_ms;
static unsigned long made[2][16];
static int begun, done;
static jmp_buf target;

BARE static void sleep_ms(int ms)
{
	struct timespec time = { ms / 1000, ms % 1000 * 1000000L };

	if (ms)
		nanosleep(&time, NULL);
}

/* It is made by another process or thread. */
BARE static void wait_for(const char *file)
{
	for (int i = 0; i < 50000 && access(file, F_OK) != 0; i++)
		sleep_ms(2);
	if (access(file, F_OK) == 0)
		return;
	fprintf(stderr, "%s does not come\n", file);
	_exit(8);
}

BARE static void make_file(const char *file)
{
	close(open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
}

CALL static void step()
{
	__asm__ volatile("" ::: "memory");
}

CALL static void before()
{
	step();
	step();
	step();
}

CALL static void after()
{
	step();
}

CALL static void earlier()
{
	__asm__ volatile("" ::: "memory");
}

/* The functions that are looked at. */
CALL static void work()
{
	before();
	sleep_ms(slow_ms);
}

namespace ns
{
class Server
{
      public:
	CALL int handle(int n) const
	{
		before();
		sleep_ms(slow_ms);
		return n;
	}
	CALL Server()
	{
		sleep_ms(slow_ms);
		__asm__ volatile("" ::: "memory");
	}
};

template <typename T> CALL void templated(T)
{
	sleep_ms(slow_ms);
}
} // namespace ns

namespace
{
CALL void hidden()
{
	sleep_ms(slow_ms);
}
} // namespace

CALL static void thrower()
{
	before();
	sleep_ms(slow_ms);
	throw std::runtime_error("left");
}

CALL static void jumper()
{
	before();
	sleep_ms(slow_ms);
	longjmp(target, 1);
}

CALL static void nested()
{
	work();
	after();
}

BARE static void make(void *counter, int calls)
{
	for (int i = 0; i < calls; i++) {
		before();
		++*static_cast<unsigned long *>(counter);
	}
}

BARE static void *spin(void *counter)
{
	while (!stop)
		make(counter, 1);
	return counter;
}

BARE static void *go_in_step(void *counter)
{
	int calls = atoi(getenv("IN_STEP_CALLS"));
	char file[32];

	make(counter, 20000);
	__atomic_add_fetch(&begun, 1, __ATOMIC_SEQ_CST);
	for (int n = 1; n <= 2; n++) {
		snprintf(file, sizeof(file), "held-%d", n);
		wait_for(file);
		make(counter, calls);
		snprintf(file, sizeof(file), "go-on-%d", n);
		if (__atomic_add_fetch(&done, 1, __ATOMIC_SEQ_CST) == 2 * n)
			make_file(file);
		make(counter, 20000);
	}
	return counter;
}

BARE static void call_plugin()
{
	void *plugin = dlopen("./plugin.so", RTLD_NOW);

	if (!plugin) {
		fprintf(stderr, "%s\n", dlerror());
		exit(9);
	}
	reinterpret_cast<void (*)(int)>(dlsym(plugin, "plugin_entry"))(slow_ms);
}

/* In the child, and then in its parent. */
BARE static void forked()
{
	pid_t child = slow_ms ? fork() : 0;

	if (child)
		waitpid(child, NULL, 0);
	work();
	if (slow_ms && !child)
		_exit(0);
}

static void handler(int)
{
	work();
}

BARE static void handled()
{
	signal(SIGUSR1, handler);
	raise(SIGUSR1);
}

/* Every descriptor is closed, and all numbers belong to a file of the program's. */
BARE static void close_all()
{
	int mine;

	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	mine = open("mine", O_RDWR | O_CREAT | O_TRUNC, 0600);
	for (int fd = 3; fd < 1024; fd++)
		dup2(mine, fd);
	for (int fd = 500; fd < 1024; fd++)
		close(fd);
}

BARE static void closed()
{
	if (slow_ms)
		close_all();
	work();
}

BARE static void handle()
{
	ns::Server().handle(1);
}

BARE static void templated()
{
	ns::templated(1);
}

BARE static void thrown()
{
	try {
		thrower();
	} catch (const std::exception &) {
	}
}

BARE static void jumped()
{
	if (!setjmp(target))
		jumper();
}

static const struct {
	const char *name;
	void (*call)();
} calls[] = {
	{ "work", work },       { "handle", handle }, { "templated", templated },
	{ "hidden", hidden },   { "nested", nested }, { "plugin", call_plugin },
	{ "thrower", thrown },  { "jumper", jumped }, { "forked", forked },
	{ "handler", handled }, { "closed", closed }, { "before", before },
};

BARE static void (*find(const char *what))()
{
	for (const auto &one : calls) {
		if (strcmp(one.name, what) == 0)
			return one.call;
	}
	exit(7);
}

int main(int argc, char **argv)
{
	const char *how = argc > 4 ? argv[4] : "alone", *ms = getenv("SLOW_MS");
	const char *few = getenv("EARLIER");
	void (*call)() = find(argv[1]);
	int threads = strcmp(how, "spinning") == 0 || strcmp(how, "in-step") == 0 ? 2 : 0;
	pthread_t ids[2];

	for (int i = 0; i < threads; i++)
		pthread_create(&ids[i], NULL, how[0] == 's' ? spin : go_in_step, made[i]);
	while (how[0] == 'i' && __atomic_load_n(&begun, __ATOMIC_SEQ_CST) < 2)
		sleep_ms(2);
	for (int i = 0; i < (few ? atoi(few) : 300); i++)
		earlier();
	for (int i = 0; i < atoi(argv[2]); i++)
		call();
	if (how[0] == 'w') {
		make_file("ready");
		wait_for("go");
	}
	slow_ms = ms ? atoi(ms) : 20;
	for (int i = 0; i < atoi(argv[3]); i++)
		call();
	slow_ms = 0;
	after();
	stop = 1;
	for (int i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	printf("%lu\n", made[0][0] + made[1][0]);
	return 0;
}
