/* SPDX-License-Identifier: MIT */
/* A program that was never instrumented; it returns its first argument. */
#include <stdlib.h>

int main(int argc, char **argv)
{
	return argc > 1 ? atoi(argv[1]) : 0;
}
