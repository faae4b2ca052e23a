/* SPDX-License-Identifier: MIT */
/*
 * look_up [--build-id HEX] [--size N --changed NS] [--symbols DIR]... [--sysroot DIR] [--force] [--clones] FILE WHAT...:
 * says what is found at addresses in FILE, as the analyzer finds it for a module of that path. WHAT is
 * an address (the function that begins there) or "call:ADDRESS" (the functions around the call that
 * returns there, the innermost first). Then where the names are from, and what is wrong.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbolize.h"

#define DIRS_MAX   8
#define FRAMES_MAX 16

struct words {
	char **at; /* the next one; NULL at the end */
	const char *dirs[DIRS_MAX];
	struct csa_symbol_sources sources;
	struct csa_module_map map;
};

static char *value(struct words *words)
{
	char *text = *++words->at;

	if (!text) {
		fputs("look_up: a value is missing\n", stderr);
		exit(2);
	}
	return text;
}

/* Return: false when it is no option. */
static bool take_option(struct words *words)
{
	const char *word = *words->at;

	if (strcmp(word, "--build-id") == 0) {
		words->map.build_id = value(words);
	} else if (strcmp(word, "--size") == 0) {
		words->map.has_stat = true;
		words->map.file_bytes = strtoull(value(words), NULL, 10);
	} else if (strcmp(word, "--changed") == 0) {
		words->map.file_changed_ns = strtoull(value(words), NULL, 10);
	} else if (strcmp(word, "--started") == 0) {
		words->map.started_realtime_ns = strtoull(value(words), NULL, 10);
	} else if (strcmp(word, "--symbols") == 0) {
		if (words->sources.dir_count < DIRS_MAX)
			words->dirs[words->sources.dir_count++] = value(words);
	} else if (strcmp(word, "--sysroot") == 0) {
		words->sources.sysroot = value(words);
	} else if (strcmp(word, "--force") == 0) {
		words->sources.is_forced = true;
	} else if (strcmp(word, "--clones") == 0) {
		words->sources.keeps_clones = true;
	} else {
		return false;
	}
	words->at++;
	return true;
}

static void say_frames(struct csa_symbols *symbols, uint64_t ip)
{
	struct csa_frame frames[FRAMES_MAX];
	size_t count = csa_symbols_frames(symbols, ip, 0, frames, FRAMES_MAX);

	for (size_t i = 0; i < count; i++) {
		const char *file = frames[i].file ? frames[i].file : "-";
		const char *slash = strrchr(file, '/');

		printf("%s%s %s:%u", i ? " < " : "call ", frames[i].function,
		       slash ? slash + 1 : file, frames[i].line);
	}
	putchar('\n');
}

static void say_function(struct csa_symbols *symbols, uint64_t ip)
{
	struct csa_symbol symbol;
	const char *slash;

	csa_symbols_function(symbols, ip, 0, &symbol);
	slash = symbol.file ? strrchr(symbol.file, '/') : NULL;
	printf("%s %s:%u\n", symbol.name,
	       slash         ? slash + 1
	       : symbol.file ? symbol.file
			     : "-",
	       symbol.line);
}

static void say_module(struct csa_symbols *symbols)
{
	struct csa_module_info info;

	csa_symbols_open(symbols, 0);
	csa_symbols_module(symbols, 0, &info);
	printf("names from: %s\n", info.names_from);
	if (info.warning)
		printf("warning: %s\n", info.warning);
}

int main(int argc, char **argv)
{
	struct words words = { .at = argv + 1 };
	struct csa_symbols *symbols = NULL;

	while (*words.at && take_option(&words)) {
	}
	if (argc < 2 || !*words.at || csa_symbols_new(&symbols, NULL) < 0)
		return 2;
	words.sources.dirs = words.dirs;
	words.map.path = *words.at++;
	words.map.end_ip = UINT64_MAX;
	words.map.unload_ticks = UINT64_MAX;
	csa_symbols_set_sources(symbols, &words.sources);
	if (csa_symbols_add_module(symbols, &words.map, NULL) < 0)
		return 2;
	for (; *words.at; words.at++) {
		if (strncmp(*words.at, "call:", 5) == 0)
			say_frames(symbols, strtoull(*words.at + 5, NULL, 16));
		else
			say_function(symbols, strtoull(*words.at, NULL, 16));
	}
	say_module(symbols);
	csa_symbols_free(symbols);
	return 0;
}
