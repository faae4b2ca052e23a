/* SPDX-License-Identifier: MIT */
/*
 * A daemon closes every descriptor that it does not know and opens its own file: not one byte of the
 * trace reaches it, and nothing of the trace is lost.
 *
 * @calls main 1
 * @calls step 40000
 * @open 0
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

__attribute__((noinline)) static void step(void)
{
	__asm__ volatile("" ::: "memory");
}

int main(void)
{
	struct stat status;
	int fds[300];

	for (int i = 0; i < 20000; i++)
		step();
	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	for (int i = 0; i < 300; i++) /* also takes the numbers that the trace had */
		fds[i] = open("user.txt", O_CREAT | O_WRONLY | O_TRUNC, 0600);
	for (int i = 0; i < 20000; i++)
		step();
	if (fstat(fds[0], &status) == 0)
		printf("%ld bytes\n", (long)status.st_size);
	unlink("user.txt");
	return 0;
}
