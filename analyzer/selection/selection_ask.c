/* SPDX-License-Identifier: MIT */
#include "selection.h"

#include <string.h>

/* What was said about one function so far, by files of one kind of authority. */
enum opinion { OPINION_KEEP = 1, OPINION_DROP = 2, OPINION_UNSURE = 4 };

struct asking {
	const struct csa_selection *selection;
	const struct csa_selection_query *query;
	const char *file; /* without "./" and "../" in front; NULL: not known */
	const char *unit; /* a file of the selection, by its last component; NULL: not known */
};

/* "./x" and "../x" in debug information are relative to a folder that is not known here. */
static const char *skip_dots(const char *path)
{
	while (path && (strncmp(path, "./", 2) == 0 || strncmp(path, "../", 3) == 0))
		path = strchr(path, '/') + 1;
	return path;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static bool is_tail(const char *path, const char *tail)
{
	size_t length = strlen(path);
	size_t tail_length = strlen(tail);

	if (tail_length > length || strcmp(path + length - tail_length, tail) != 0)
		return false;
	return tail_length == length || tail[0] == '/' || path[length - tail_length - 1] == '/';
}

static bool is_same_file(const char *path, const char *file)
{
	return is_tail(path, file) || is_tail(file, path);
}

static bool begins_with(const char *text, const char *start)
{
	return text && strncmp(text, start, strlen(start)) == 0;
}

/* A name in another source cannot be meant when the source is known; one in a header can. */
static bool is_source(const char *path)
{
	static const char *const ends[] = { ".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".CPP" };
	const char *dot = strrchr(base_of(path), '.');

	for (size_t i = 0; dot && i < sizeof(ends) / sizeof(*ends); i++) {
		if (strcmp(dot, ends[i]) == 0)
			return true;
	}
	return false;
}

static enum csa_verdict verdict_of(unsigned opinions)
{
	if (opinions & OPINION_KEEP)
		return CSA_VERDICT_KEEP;
	return opinions & OPINION_UNSURE ? CSA_VERDICT_NEEDS_FILE : CSA_VERDICT_DROP;
}

static const struct csa_selection_file *file_of(const struct csa_selection *selection,
						const struct csa_selection_name *name)
{
	return &selection->files.items[name->file];
}

/* May the function of the query be this one, as far as its file is known? */
static bool may_be(const struct asking *a, const struct csa_selection_name *name)
{
	const char *path = file_of(a->selection, name)->path;

	if (a->file)
		return is_same_file(path, a->file);
	if (a->unit)
		return strcmp(base_of(path), a->unit) == 0 || !is_source(path);
	return true;
}

#define ALIKE_MAX 512u /* chosen: static functions of one name in a large program */

/*
 * With no file, several functions of the name decided differently make the answer unsure. In one
 * file several targets may differ: kept by one is kept.
 */
static unsigned without_file(const struct asking *a, uint32_t first)
{
	const struct csa_selection *selection = a->selection;
	/* One target has a file once. More functions of one name are not compared: quadratic. */
	bool is_compared = selection->targets.count > 1;
	uint32_t count = 0;
	unsigned all = 0;

	for (uint32_t i = first; i != CSA_SELECTION_END && is_compared;
	     i = selection->names.items[i].next)
		is_compared = ++count <= ALIKE_MAX;
	for (uint32_t i = first; i != CSA_SELECTION_END; i = selection->names.items[i].next) {
		const struct csa_selection_name *name = &selection->names.items[i];
		const char *path = file_of(selection, name)->path;
		bool keeps = name->keeps;

		if (!may_be(a, name))
			continue;
		for (uint32_t k = is_compared ? first : CSA_SELECTION_END;
		     !keeps && k != CSA_SELECTION_END; k = selection->names.items[k].next)
			keeps = selection->names.items[k].keeps &&
				strcmp(file_of(selection, &selection->names.items[k])->path,
				       path) == 0;
		all |= keeps ? OPINION_KEEP : OPINION_DROP;
	}
	return all == (OPINION_KEEP | OPINION_DROP) ? OPINION_UNSURE : all;
}

/* What the lists say about exactly this name; 0: nothing. */
static unsigned of_name(const struct asking *a, const char *text, size_t length)
{
	const struct csa_selection *selection = a->selection;
	uint32_t first = csa_selection_find_name(selection, text, length);
	unsigned all = 0;

	if (!a->file)
		return without_file(a, first);
	for (uint32_t i = first; i != CSA_SELECTION_END; i = selection->names.items[i].next) {
		const struct csa_selection_name *name = &selection->names.items[i];

		if (may_be(a, name))
			all |= name->keeps ? OPINION_KEEP : OPINION_DROP;
	}
	return all;
}

/* What is said of one lambda that begins at @line, or nearest above it: moves @best there. */
static unsigned of_lambda_near(const struct asking *a, uint32_t first, uint32_t *best)
{
	const struct csa_selection *selection = a->selection;
	uint32_t nearest = *best;
	unsigned all = 0;

	for (uint32_t i = first; i != CSA_SELECTION_END; i = selection->names.items[i].next) {
		const struct csa_selection_name *name = &selection->names.items[i];

		if (!may_be(a, name) || name->line > a->query->line || name->line < nearest)
			continue;
		all = name->line > nearest ? 0 : all;
		nearest = name->line;
		all |= name->keeps ? OPINION_KEEP : OPINION_DROP;
	}
	*best = nearest;
	return all & OPINION_KEEP ? OPINION_KEEP : all;
}

/*
 * The lambda that begins at the line or, its head being longer than one, nearest above it. Several
 * that begin in one line cannot be told apart: one that is excluded must not be seen.
 */
static unsigned nearest_lambda(const struct asking *a, const char *function, size_t length)
{
	uint32_t best = 0;
	unsigned all = 0;
	struct csa_buf text;

	csa_buf_init(&text);
	for (unsigned ordinal = 1;; ordinal++) {
		uint32_t before = best;
		uint32_t first;
		unsigned own;

		csa_buf_clear(&text);
		csa_buf_add(&text, function, length);
		csa_buf_add_fmt(&text, "::{lambda#%u}", ordinal);
		first = text.failed ? CSA_SELECTION_END
				    : csa_selection_find_name(a->selection, text.data, text.length);
		if (first == CSA_SELECTION_END)
			break;
		own = of_lambda_near(a, first, &best);
		all = best > before ? own : all | own;
	}
	csa_buf_release(&text);
	return all & OPINION_DROP ? OPINION_DROP : all;
}

/* Any lambda of @function: those of one function differ only where lines are written. */
static unsigned of_lambda(const struct asking *a, const char *function, size_t length)
{
	struct csa_buf text;
	uint32_t first = CSA_SELECTION_END;
	unsigned all;

	csa_buf_init(&text);
	csa_buf_add(&text, function, length);
	csa_buf_add_str(&text, "::{lambda#1}");
	if (!text.failed)
		first = csa_selection_find_name(a->selection, text.data, text.length);
	all = of_name(a, text.data, text.length);
	csa_buf_release(&text);
	for (; all && first != CSA_SELECTION_END; first = a->selection->names.items[first].next) {
		if (may_be(a, &a->selection->names.items[first]) &&
		    a->selection->names.items[first].line)
			break;
	}
	if (!all || first == CSA_SELECTION_END)
		return all;
	return a->query->line ? nearest_lambda(a, function, length) : OPINION_UNSURE;
}

/* Where a lambda's own part of the name begins: gcc's "{lambda(int)#1}", clang's "$_0". */
static const char *lambda_part(const char *name)
{
	const char *gnu = strstr(name, "::{lambda");
	const char *clang = strstr(name, "::$_");

	return gnu && (!clang || gnu < clang) ? gnu : clang;
}

/* The last "::" of the first @length bytes that stands outside of all brackets; 0: none. */
static size_t outer_length(const char *name, size_t length)
{
	int depth = 0;

	while (length-- > 1) {
		char c = name[length];

		depth += (c == ')' || c == ']' || c == '}') - (c == '(' || c == '[' || c == '{');
		if (depth == 0 && c == ':' && name[length - 1] == ':')
			return length - 1;
	}
	return 0;
}

/* What the lists say about the function, or about the nearest one that it stands in. */
static unsigned of_lists(const struct asking *a)
{
	const char *name = a->query->name;
	const char *lambda = lambda_part(name);
	size_t length = lambda ? (size_t)(lambda - name) : strlen(name);
	unsigned all = lambda ? of_lambda(a, name, length) : 0;

	while (!all && length > 0) {
		all = of_name(a, name, length);
		length = outer_length(name, length);
	}
	return all;
}

static bool leaves_system_out(const struct csa_selection *selection)
{
	for (uint32_t i = 0; i < selection->targets.count; i++) {
		if (selection->targets.items[i].folder_count &&
		    !selection->targets.items[i].keeps_system)
			return true;
	}
	return false;
}

/* What the records of its file say; 0: the file is not listed. */
static unsigned of_file(const struct asking *a)
{
	const struct csa_selection *selection = a->selection;
	const char *base = a->file ? base_of(a->file) : a->unit;
	unsigned all = 0;
	uint32_t i;

	if (!base)
		return 0;
	for (i = csa_selection_find_base(selection, base, strlen(base)); i != CSA_SELECTION_END;
	     i = selection->files.items[i].next) {
		const struct csa_selection_file *file = &selection->files.items[i];

		if (!a->file || is_same_file(file->path, a->file))
			all |= file->keeps ? OPINION_KEEP : OPINION_DROP;
	}
	if (!a->file && all == (OPINION_KEEP | OPINION_DROP))
		return OPINION_UNSURE;
	/* Only the source is known: it may be a static function of a system header as well. */
	if (!a->file && all == OPINION_KEEP && leaves_system_out(selection))
		return OPINION_UNSURE;
	return all;
}

/*
 * The function is not listed in its file. Where that is a header it may be what declares the
 * function: then the name decides, as far as it can.
 */
static unsigned of_listed_file(const struct asking *a)
{
	struct asking anywhere = { .selection = a->selection, .query = a->query };
	unsigned of_its_file = of_file(a);
	unsigned of_its_name;

	if (!of_its_file || is_source(a->file))
		return of_its_file;
	of_its_name = of_lists(&anywhere);
	return of_its_name && !(of_its_name & OPINION_UNSURE) ? of_its_name : of_its_file;
}

static bool is_below_folder(const struct asking *a, const struct csa_selection_target *target)
{
	for (uint32_t i = 0; i < target->folder_count; i++) {
		if (begins_with(a->query->file,
				a->selection->folders.items[target->first_folder + i]))
			return true;
	}
	return false;
}

/* Distributions' debug files name sources by relative paths; without them there is no path. */
static bool looks_like_system(const struct csa_selection_query *query)
{
	static const char *const names[] = { "std::", "__gnu_cxx::", "__cxxabiv1::", "__gthread_" };
	static const char *const libraries[] = { "/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/" };

	if (query->file && query->file[0] == '/')
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (begins_with(query->name, names[i]))
			return true;
	}
	for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++) {
		if (begins_with(query->module, libraries[i]))
			return true;
	}
	return false;
}

/* What the targets say of system headers; 0: it is in none of them. */
static unsigned of_system(const struct asking *a)
{
	bool looks_like = looks_like_system(a->query);
	unsigned all = 0;

	for (uint32_t i = 0; i < a->selection->targets.count; i++) {
		const struct csa_selection_target *target = &a->selection->targets.items[i];

		if (is_below_folder(a, target) || (looks_like && target->folder_count))
			all |= target->keeps_system ? OPINION_KEEP : OPINION_DROP;
	}
	return all;
}

/* What is said of everything that no list and no file names. */
static unsigned of_rest(const struct asking *a)
{
	const struct csa_selection *selection = a->selection;
	unsigned all = 0;

	for (uint32_t i = 0; i < selection->targets.count; i++)
		all |= selection->targets.items[i].keeps_rest ? OPINION_KEEP : OPINION_DROP;
	if (a->file)
		return all;
	/* It may as well be of a file that is listed. */
	all |= selection->has_kept_file ? OPINION_KEEP : 0;
	all |= selection->has_dropped_file ? OPINION_DROP : 0;
	return all == (OPINION_KEEP | OPINION_DROP) ? OPINION_UNSURE : all;
}

/*
 * The source of the query does not list the function, another source does and says something else:
 * a source can include another one, as tests include what they test.
 */
static bool may_be_included(const struct asking *a)
{
	struct asking anywhere = { .selection = a->selection, .query = a->query };
	unsigned elsewhere = a->file || !a->unit ? 0 : of_lists(&anywhere);

	return elsewhere && elsewhere != of_file(a);
}

enum csa_verdict csa_selection_ask(const struct csa_selection *selection,
				   const struct csa_selection_query *query)
{
	struct asking a = { .selection = selection,
			    .query = query,
			    .file = skip_dots(query->file) };
	unsigned all;

	if (!query->name || selection->targets.count == 0)
		return CSA_VERDICT_KEEP;
	if (!a.file && query->unit) {
		const char *unit = base_of(query->unit);

		/* The unit of a link-time optimised object is none of ours. */
		if (csa_selection_find_base(selection, unit, strlen(unit)) != CSA_SELECTION_END)
			a.unit = unit;
	}
	all = of_lists(&a);
	/* The project's and the library's function of one name: only the file tells. */
	if (all == OPINION_KEEP && !a.file && looks_like_system(query) &&
	    of_system(&a) == OPINION_DROP)
		return CSA_VERDICT_NEEDS_FILE;
	if (!all && may_be_included(&a))
		return CSA_VERDICT_NEEDS_FILE;
	if (!all && a.file)
		all = of_listed_file(&a);
	if (!all)
		all = of_system(&a);
	if (!all)
		all = of_file(&a);
	if (!all)
		all = of_rest(&a);
	return verdict_of(all);
}
