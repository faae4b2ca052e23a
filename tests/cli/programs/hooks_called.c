/* SPDX-License-Identifier: MIT */
/* Instrumented, with hooks that record nothing. */
int main(void)
{
	return 0;
}
