/* app <file> [<argument>...]: calls work() as often as the file says, and appends its arguments and $COLOUR to
 * arguments.txt of the folder it runs in. */
#include <stdio.h>
#include <stdlib.h>

static int work(int x)
{
	return x + 1;
}

static int count_of(const char *path)
{
	char text[32] = "";
	FILE *file = fopen(path, "r");

	if (!file || !fgets(text, sizeof(text), file))
		exit(9);
	fclose(file);
	return atoi(text);
}

static void note(int argc, char **argv)
{
	FILE *file = fopen("arguments.txt", "w");

	if (!file)
		exit(8);
	for (int i = 2; i < argc; i++)
		fprintf(file, "[%s]", argv[i]);
	fprintf(file, "%s\n", getenv("COLOUR") ? getenv("COLOUR") : "");
	fclose(file);
}

int main(int argc, char **argv)
{
	int sum = 0;

	if (argc < 2)
		return 7;
	if (argc > 2)
		note(argc, argv);
	for (int count = count_of(argv[1]); count > 0; count--)
		sum = work(sum);
	return sum < 0;
}
