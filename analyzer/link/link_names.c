/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "link_names.h"

#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "elf_module.h"
#include "link_values.h"

void csa_link_names_init(struct csa_link_names *names, const struct csa_selection *selection,
			 const char *path)
{
	*names = (struct csa_link_names){ .selection = selection, .path = path };
}

void csa_link_names_release(struct csa_link_names *names)
{
	for (size_t i = 0; i < names->hooked.count; i++)
		free(names->hooked.items[i]);
	free(names->hooked.items);
	csa_elf_module_free(names->module);
	if (names->pool)
		csa_text_pool_release(names->pool);
	free(names->pool);
	*names = (struct csa_link_names){ 0 };
}

static bool remember(struct csa_link_names *names, const char *name)
{
	if (names->hooked.count == names->hooked.capacity) {
		size_t capacity = names->hooked.capacity ? names->hooked.capacity * 2 : 256;
		char **items = realloc(names->hooked.items, capacity * sizeof(*items));

		if (!items)
			return false;
		names->hooked.items = items;
		names->hooked.capacity = capacity;
	}
	names->hooked.items[names->hooked.count] = strdup(name);
	return names->hooked.items[names->hooked.count++] != NULL;
}

static void add_hexadecimal(struct csa_buf *out, const uint8_t *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		csa_buf_add_fmt(out, "%02x", bytes[i]);
}

static bool open_module(struct csa_link_names *names, const struct csa_link_image *image)
{
	struct csa_module_map map = { .path = names->path };
	struct csa_buf id;
	const uint8_t *bytes;
	size_t count;

	if (names->module)
		return true;
	csa_buf_init(&id);
	bytes = csa_link_image_build_id(image, &count);
	add_hexadecimal(&id, bytes, count);
	map.build_id = id.data;
	names->pool = calloc(1, sizeof(*names->pool));
	if (names->pool && !id.failed)
		names->module = csa_elf_module_new(&map, NULL, names->pool);
	csa_buf_release(&id);
	return names->module != NULL;
}

/* With what DWARF says of the place; without it a name that cannot be told apart stays selected. */
static bool ask_with_file(struct csa_link_names *names, const struct csa_link_image *image,
			  struct csa_selection_query *query, uint64_t addr)
{
	struct csa_symbol symbol;

	if (!open_module(names, image)) {
		names->failed = true;
		return true;
	}
	if (csa_elf_module_function(names->module, addr, &symbol)) {
		query->file = symbol.given_file;
		query->line = symbol.line;
	}
	return csa_selection_ask(names->selection, query) != CSA_VERDICT_DROP;
}

static bool ask_one(struct csa_link_names *names, const struct csa_link_image *image,
		    const char *linkage_name, const char *unit, uint64_t addr)
{
	struct csa_buf name;
	struct csa_buf plain;
	bool is_selected = true;

	csa_buf_init(&name);
	csa_buf_init(&plain);
	csa_demangle(linkage_name, &name, &plain);
	if (name.failed || plain.failed || !remember(names, plain.data)) {
		names->failed = true;
	} else {
		struct csa_selection_query query = { .name = plain.data, .unit = unit };
		enum csa_verdict verdict = csa_selection_ask(names->selection, &query);

		is_selected = verdict != CSA_VERDICT_DROP;
		if (verdict == CSA_VERDICT_NEEDS_FILE && addr < CSA_VALUE_ENTER) {
			is_selected = ask_with_file(names, image, &query, addr);
		} else if (verdict == CSA_VERDICT_NEEDS_FILE) {
			/* Inlined here, but of another module: glibc's bsearch, where no list has it. */
			query.module = "/usr/lib/";
			is_selected =
				csa_selection_ask(names->selection, &query) != CSA_VERDICT_DROP;
		}
	}
	csa_buf_release(&name);
	csa_buf_release(&plain);
	return is_selected;
}

bool csa_link_names_ask(void *data, const struct csa_link_image *image, uint64_t value)
{
	struct csa_link_names *names = data;
	const struct csa_link_function *end = image->functions.items + image->functions.count;
	const struct csa_link_function *function;
	bool is_selected = false;

	if (value >= CSA_VALUE_EXTERN)
		return ask_one(names, image, image->externs.items[value - CSA_VALUE_EXTERN], NULL,
			       value);
	function = csa_link_image_function(image, value);
	if (!function || function->addr != value)
		return true;
	/* Functions of one body, folded by the linker: one that is selected keeps it. */
	for (; function < end && function->addr == value; function++) {
		/* Its hook would be called before anybody knows where that is. */
		if (function->is_resolver)
			return false;
		is_selected =
			ask_one(names, image, function->name, function->unit, value) || is_selected;
	}
	return is_selected;
}

static int by_text(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

static bool is_hooked(const struct csa_link_names *names, const char *name)
{
	return names->hooked.count &&
	       bsearch(&name, names->hooked.items, names->hooked.count, sizeof(name), by_text);
}

size_t csa_link_names_missing(struct csa_link_names *names)
{
	uint32_t file_count = names->selection->files.count;
	bool *is_linked = calloc((size_t)file_count + 1, sizeof(*is_linked));
	const struct csa_selection_name *name;
	size_t missing = 0;

	if (!is_linked) {
		names->failed = true;
		return 0;
	}
	if (names->hooked.count)
		qsort(names->hooked.items, names->hooked.count, sizeof(*names->hooked.items),
		      by_text);
	for (uint32_t at = 0; (name = csa_selection_next(names->selection, &at)) != NULL;) {
		if (is_hooked(names, name->name))
			is_linked[name->file] = true;
	}
	for (uint32_t at = 0; (name = csa_selection_next(names->selection, &at)) != NULL;)
		missing += is_linked[name->file] && !strstr(name->name, "{lambda") &&
			   !is_hooked(names, name->name);
	free(is_linked);
	return missing;
}
