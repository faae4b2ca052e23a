/* SPDX-License-Identifier: MIT */
/* flip-bit FILE NUMBER: changes one bit of a file, number NUMBER modulo its size, from its beginning. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	FILE *file = argc == 3 ? fopen(argv[1], "r+b") : NULL;
	unsigned long bit = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
	long at;
	int byte;

	if (!file || fseek(file, 0, SEEK_END) != 0 || ftell(file) <= 0) {
		fputs("flip-bit: no such file, or it is empty\n", stderr);
		return 1;
	}
	at = (long)(bit / 8) % ftell(file);
	fseek(file, at, SEEK_SET);
	byte = fgetc(file);
	fseek(file, at, SEEK_SET);
	fputc(byte ^ 1 << bit % 8, file);
	return fclose(file) != 0;
}
