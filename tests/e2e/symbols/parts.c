/* SPDX-License-Identifier: MIT */
/* Has no main and no library: is linked for processors of every kind and not run. */
volatile int sink;
static inline __attribute__((always_inline)) int deepest(int x)
{
	__asm__ volatile("mark_%=: nop" ::: "memory");
	return sink + x;
}
static inline __attribute__((always_inline)) int middle(int x)
{
	return deepest(x) * 2;
}
__attribute__((noinline)) static int local_one(int x)
{
	return middle(x) + 3;
}
__attribute__((noinline)) int global_one(int x)
{
	return local_one(x) + middle(x);
}
void _start(void)
{
	sink = global_one(1);
	for (;;) {
	}
}
