/* SPDX-License-Identifier: MIT */
/* The other file of program.c. */
int second_one(int x);
__attribute__((noinline)) int second_one(int x)
{
	return x * 3;
}
