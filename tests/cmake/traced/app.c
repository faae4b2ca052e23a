/* app [<count> [fork]]: calls work() so often, then again in a child. As a test program of GoogleTest's kind
 * it lists two tests and is given the name of one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int work(int x)
{
	return x + 1;
}

static int repeat(int count)
{
	int sum = 0;

	while (count-- > 0)
		sum = work(sum);
	return sum;
}

static int in_child(int count)
{
	int status = 1;
	pid_t child = fork();

	if (child == 0)
		exit(repeat(count) != count);
	return child > 0 && waitpid(child, &status, 0) == child ? status : 1;
}

int main(int argc, char **argv)
{
	int count = argc > 1 ? atoi(argv[1]) : 0;

	if (argc > 1 && strncmp(argv[1], "--gtest_list_tests", 18) == 0) {
		puts("Suite.\n  One\n  Two");
		return 0;
	}
	if (argc > 1 && strncmp(argv[1], "--gtest_filter", 14) == 0)
		count = strstr(argv[1], "Suite.One") ? 1 : 2;
	if (repeat(count) != count)
		return 1;
	return argc > 2 && strcmp(argv[2], "fork") == 0 ? in_child(count) : 0;
}
