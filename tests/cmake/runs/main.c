#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int work(int x)
{
	return x + 1;
}

/* Each run adds a line to the file runs.txt of the folder it runs in. */
static void count(int argc, char **argv)
{
	FILE *file = fopen("runs.txt", "a");

	if (!file)
		exit(9);
	for (int i = 1; i < argc; i++)
		fprintf(file, "[%s]", argv[i]);
	fprintf(file, "%s\n", getenv("COLOUR") ? getenv("COLOUR") : "");
	fclose(file);
}

int main(int argc, char **argv)
{
	count(argc, argv);
	work(argc);
	if (argc > 1 && strcmp(argv[1], "ring") == 0)
		printf("TRACE_SHM=%s\n", getenv("TRACE_SHM"));
	for (int i = 0; i < 100 && argc > 1 && strcmp(argv[1], "fail") == 0; i++)
		printf("line %d of the program; [with] syntax\n", i);
	if (argc > 1 && strcmp(argv[1], "hang") == 0) {
		printf("now waiting\n");
		fflush(stdout);
		pause();
	}
	return argc > 2 && strcmp(argv[1], "fail") == 0 ? atoi(argv[2]) : 0;
}
