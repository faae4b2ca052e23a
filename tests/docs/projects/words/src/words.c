// SPDX-License-Identifier: MIT
// Reads words and keeps them; with TWICE each is parsed twice. The program of docs/guide/compare.md.
static volatile unsigned kept;

#ifdef TWICE
static int is_word(unsigned number)
{
	return number != 0;
}
#endif

static unsigned parse(unsigned number)
{
	for (unsigned i = 0; i < 500; i++)
		number = number * 1664525u + 1013904223u;
	return number;
}

static void keep(unsigned number)
{
	kept += number;
}

static void read_word(unsigned number)
{
#ifdef TWICE
	if (is_word(number + 1))
		kept += parse(number);
#endif
	keep(parse(number));
}

int main(void)
{
	for (unsigned number = 0; number < 20000; number++)
		read_word(number);
	return 0;
}
