/* SPDX-License-Identifier: MIT */
/* Twelve calls. */
static volatile int sum;

static void work(int n)
{
	sum += n;
}

int main(void)
{
	for (int i = 0; i < 12; i++)
		work(i);
	return 0;
}
