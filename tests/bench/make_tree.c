/* SPDX-License-Identifier: MIT */
/*
 * Writes a project of many sources, to measure the selection:
 *
 *     make_tree FOLDER [FILES [FUNCTIONS]]
 *
 * FILES sources (5000) of FUNCTIONS functions (20) below FOLDER/src, every fifth one C++ with a class,
 * each with a header; FOLDER/trace.config; FOLDER/plan, the plan of the build step, which writes to
 * FOLDER/out. Every function calls the next one of its file and one of another file, so that
 * include-func reaches everything from f_0_0. The same arguments write the same bytes.
 */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct tree {
	char *folder; /* absolute */
	unsigned files;
	unsigned functions;
};

static void stop(const char *what, const char *name)
{
	fprintf(stderr, "make_tree: %s %s: %s\n", what, name, strerror(errno));
	exit(3);
}

static FILE *open_file(const struct tree *tree, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static FILE *open_file(const struct tree *tree, const char *fmt, ...)
{
	char name[4096];
	size_t length = strlen(tree->folder);
	va_list args;
	FILE *file;

	if (length + 64 > sizeof(name))
		stop("too long:", tree->folder);
	memcpy(name, tree->folder, length);
	va_start(args, fmt);
	(void)vsnprintf(name + length, sizeof(name) - length, fmt, args);
	va_end(args);
	file = fopen(name, "w");
	if (!file)
		stop("cannot write", name);
	return file;
}

static void close_file(FILE *file)
{
	if (ferror(file) || fclose(file) != 0)
		stop("cannot write", "a file");
}

static int is_cxx(unsigned file)
{
	return file % 5 == 4;
}

/* One of another file; the C++ ones declare theirs extern "C". */
static unsigned other_file(const struct tree *tree, unsigned file, unsigned function)
{
	return (file + 1 + function * 7) % tree->files;
}

static void write_function(const struct tree *tree, FILE *out, unsigned file, unsigned function)
{
	unsigned other = other_file(tree, file, function);
	unsigned next = function + 1;

	fprintf(out,
		"/* Number %u of file %u: what it says does not matter, that it is read does. */\n"
		"%sint f_%u_%u(struct part_%u *part, int count)\n{\n"
		"\tint sum = part->weight;\n\n",
		function, file, function % 4 == 3 ? "static " : "", file, function, file);
	fprintf(out,
		"\tfor (int i = 0; i < count; i++) {\n"
		"\t\tif (part->table[i %% 4] > LIMIT_%u) /* never (so far) */\n"
		"\t\t\tsum += scale_%u(part->table[i %% 4]);\n\t}\n",
		file, file);
	if (next < tree->functions)
		fprintf(out, "\tsum += f_%u_%u(part, count - 1);\n", file, next);
	fprintf(out, "\tif (sum > count)\n\t\tsum -= f_%u_0(NULL, sum);\n", other);
	fprintf(out, "\tpart->name = \"f_%u_%u { ( \\\" \";\n\treturn sum;\n}\n\n", file, function);
}

static void write_header(const struct tree *tree, unsigned file)
{
	FILE *out = open_file(tree, "/src/d%u/h_%u.h", file % 50, file);

	fprintf(out,
		"#ifndef H_%u_H\n#define H_%u_H\n#include <stddef.h>\n"
		"#define LIMIT_%u %u\n"
		"struct part_%u {\n\tint weight;\n\tint table[4];\n\tconst char *name;\n};\n"
		"static inline int scale_%u(int x)\n{\n\treturn 2 * x;\n}\n",
		file, file, file, file, file, file);
	for (unsigned i = 0; i < tree->functions; i++) {
		if (i % 4 != 3)
			fprintf(out, "int f_%u_%u(struct part_%u *part, int count);\n", file, i,
				file);
	}
	fprintf(out, "#endif\n");
	close_file(out);
}

static void write_source(const struct tree *tree, unsigned file)
{
	FILE *out =
		open_file(tree, "/src/d%u/f_%u.%s", file % 50, file, is_cxx(file) ? "cpp" : "c");

	fprintf(out, "#include \"h_%u.h\"\n#include \"../d%u/h_%u.h\"\n\n", file, (file + 1) % 50,
		(file + 1) % tree->files);
	for (unsigned i = 3; i < tree->functions; i += 4)
		fprintf(out, "static int f_%u_%u(struct part_%u *part, int count);\n", file, i,
			file);
	if (is_cxx(file))
		fprintf(out,
			"namespace n_%u {\nclass C {\npublic:\n\tC() : m_(0) {}\n"
			"\tvirtual ~C() {}\n\tvirtual int run() const { return m_; }\n"
			"\nprivate:\n\tint m_;\n};\n}\n\n",
			file);
	for (unsigned i = 0; i < tree->functions; i++)
		write_function(tree, out, file, i);
	close_file(out);
}

static void write_plan(const struct tree *tree)
{
	FILE *out = open_file(tree, "/plan");

	fprintf(out,
		"callsight-plan\t2\ncompiler\tGNU\nfolder\t%s\nctags\tctags\ncache\t%s/cache\n"
		"target\tapp\t%s/trace.config\t%s/out/selection\n",
		tree->folder, tree->folder, tree->folder, tree->folder);
	for (unsigned i = 0; i < tree->files; i++) {
		const char *end = is_cxx(i) ? "cpp" : "c";

		fprintf(out, "source\t%s/src/d%u/f_%u.%s\t%s/out/d%u/f_%u.rsp\t%s\n", tree->folder,
			i % 50, i, end, tree->folder, i % 50, i, is_cxx(i) ? "CXX" : "C");
	}
	close_file(out);
}

static void make_folder(const struct tree *tree, const char *name)
{
	char *path;

	if (asprintf(&path, "%s%s", tree->folder, name) < 0)
		stop("no memory for", name);
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		stop("cannot make", path);
	free(path);
}

static void write_all(const struct tree *tree)
{
	static const char *const tops[] = { "/src", "/out" };
	FILE *config;

	for (size_t i = 0; i < 2; i++) {
		make_folder(tree, tops[i]);
		for (unsigned k = 0; k < 50; k++) {
			char name[32];

			(void)snprintf(name, sizeof(name), "%s/d%u", tops[i], k);
			make_folder(tree, name);
		}
	}
	for (unsigned i = 0; i < tree->files; i++) {
		write_header(tree, i);
		write_source(tree, i);
	}
	write_plan(tree);
	config = open_file(tree, "/trace.config");
	fputs("include-func f_0_0\nexclude-func f_*_1\nexclude src/d7\n", config);
	close_file(config);
}

int main(int argc, char **argv)
{
	struct tree tree = { .files = 5000, .functions = 20 };

	if (argc < 2 || argc > 4) {
		fputs("usage: make_tree FOLDER [FILES [FUNCTIONS]]\n", stderr);
		return 2;
	}
	if (argc > 2)
		tree.files = (unsigned)strtoul(argv[2], NULL, 10);
	if (argc > 3)
		tree.functions = (unsigned)strtoul(argv[3], NULL, 10);
	if (mkdir(argv[1], 0777) != 0 && errno != EEXIST)
		stop("cannot make", argv[1]);
	tree.folder = realpath(argv[1], NULL);
	if (!tree.folder || tree.files == 0)
		stop("no folder or no file:", argv[1]);
	write_all(&tree);
	free(tree.folder);
	return 0;
}
