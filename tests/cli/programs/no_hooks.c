/* SPDX-License-Identifier: MIT */
/* A program that was never instrumented; it returns its first argument. */
#include <stdlib.h>

int main(int argc, char **argv)
{
	return argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;
}
