#include <stdio.h>

int main(void)
{
	puts("usage: other FILE");
	return 7;
}
