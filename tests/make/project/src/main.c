#include <stdio.h>

#include "parts.h"

static int step(int i)
{
	return part_one(i) + part_two(i);
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 10; i++)
		sum += step(i);
	printf("%d\n", sum + count_words("one two three"));
	return 0;
}
