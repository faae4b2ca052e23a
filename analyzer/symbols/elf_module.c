/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "elf_module.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "demangle.h"
#include "dwarf_index.h"
#include "dwarf_inlines.h"
#include "elf_file.h"
#include "hook_list.h"
#include "name_table.h"
#include "source_path.h"
#include "symbol_table.h"

#define INLINES_MAX 32 /* of one address; chosen, real ones stay below */

struct csa_elf_module {
	struct csa_text_pool *pool;
	char *path;
	char *build_id; /* NULL: none */
	const char *shown_path;
	struct csa_file_wanted wanted; /* path and build_id are the ones above */
	const struct csa_symbol_sources *sources;
	uint64_t start_addr;
	uint64_t end_addr;
	bool was_opened;
	bool has_names;
	const char *names_from;
	const char *warning;       /* all of it */
	const char *other_warning; /* that of opening */
	struct csa_elf_file file;
	struct csa_symbol_table symbols;
	const struct csa_symbol **resolved; /* by index of the symbol; NULL: not asked for yet */
	struct csa_split_units splits;
	unsigned splits_said; /* of them missing, in the warning */
	struct csa_dwarf_index dwarf;
	struct csa_hook_list hooks;
	struct csa_name_table names;
	bool names_were_read;
};

static const struct csa_symbol_sources only_itself = { .only_itself = true };

struct csa_elf_module *csa_elf_module_new(const struct csa_module_map *map,
					  const struct csa_symbol_sources *sources,
					  struct csa_text_pool *pool)
{
	struct csa_elf_module *module = calloc(1, sizeof(*module));
	bool has_id = map->build_id && *map->build_id;

	if (!module)
		return NULL;
	module->pool = pool;
	module->start_addr = map->start_ip - map->bias;
	module->end_addr = map->end_ip - map->bias;
	module->path = strdup(map->path);
	module->shown_path = csa_text_pool_add(pool, map->path, strlen(map->path));
	module->build_id = has_id ? strdup(map->build_id) : NULL;
	if (!module->path || !module->shown_path || (has_id && !module->build_id)) {
		csa_elf_module_free(module);
		return NULL;
	}
	module->sources = sources ? sources : &only_itself;
	module->wanted = (struct csa_file_wanted){
		.path = module->path,
		.build_id = module->build_id,
		.has_stat = map->has_stat,
		.file_bytes = map->file_bytes,
		.file_changed_ns = map->file_changed_ns,
		.started_realtime_ns = map->started_realtime_ns,
	};
	return module;
}

struct csa_elf_module *csa_elf_module_told(const struct csa_module_info *info,
					   struct csa_text_pool *pool)
{
	const struct csa_module_map map = { .path = info->path,
					    .build_id = info->build_id,
					    .start_ip = info->start_addr,
					    .end_ip = info->end_addr };
	struct csa_elf_module *module = csa_elf_module_new(&map, NULL, pool);

	if (!module)
		return NULL;
	module->was_opened = true;
	module->has_names = info->has_names;
	module->names_from = info->names_from;
	module->warning = info->warning;
	module->file.is_missing = info->is_missing;
	return module;
}

void csa_elf_module_free(struct csa_elf_module *module)
{
	if (!module)
		return;
	csa_dwarf_index_release(&module->dwarf);
	csa_split_units_release(&module->splits);
	csa_hook_list_release(&module->hooks);
	csa_name_table_release(&module->names);
	csa_symbol_table_release(&module->symbols);
	csa_elf_file_close(&module->file);
	free(module->resolved);
	free(module->build_id);
	free(module->path);
	free(module);
}

struct csa_module_map csa_elf_module_map(const struct csa_elf_module *module)
{
	return (struct csa_module_map){ .path = module->path, .build_id = module->build_id };
}

bool csa_elf_module_is(const struct csa_elf_module *module, const char *path, const char *build_id)
{
	const char *own = module->build_id ? module->build_id : "";

	return strcmp(module->path, path) == 0 && strcmp(own, build_id ? build_id : "") == 0;
}

static void warn(struct csa_elf_module *module, const char *text)
{
	struct csa_buf line;

	csa_buf_init(&line);
	csa_buf_add_fmt(&line, "%s: %s", module->shown_path, text);
	module->warning = csa_text_pool_add_buf(module->pool, &line);
	module->other_warning = module->warning;
	csa_buf_release(&line);
}

static int read_tables(struct csa_elf_module *module)
{
	int rc;

	csa_split_units_init(&module->splits, module->sources, module->path,
			     csa_elf_file_debug_path(&module->file));
	rc = csa_symbol_table_read(&module->symbols, module->file.module, module->file.machine);

	if (rc == 0)
		rc = csa_dwarf_index_init(&module->dwarf, module->file.dwarf,
					  module->file.dwarf_bias, module->file.string_end,
					  &module->splits);
	if (rc == 0 && module->symbols.count) {
		module->resolved = calloc(module->symbols.count, sizeof(void *));
		rc = module->resolved ? 0 : CSA_E_NOMEM;
	}
	return rc;
}

/* A list that cannot be read is a warning: the selection files say the same by name. */
static void read_hooks(struct csa_elf_module *module)
{
	struct csa_err err = { 0 };
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(module->file.module, &bias);

	if (elf && csa_hook_list_read(&module->hooks, elf, &err) < 0) {
		csa_hook_list_release(&module->hooks);
		warn(module, err.msg);
	}
}

void csa_elf_module_open(struct csa_elf_module *module)
{
	struct csa_buf text;

	if (module->was_opened)
		return;
	module->was_opened = true;
	module->names_from = "nothing";
	csa_buf_init(&text);
	if (csa_elf_file_open(&module->file, &module->wanted, module->sources, &text) < 0) {
		warn(module, text.data);
	} else if (read_tables(module) < 0) {
		warn(module, "out of memory: no names for this module");
	} else {
		module->has_names = true;
		if (text.length)
			warn(module, text.data);
		read_hooks(module);
		csa_buf_clear(&text);
		csa_elf_file_names_from(&module->file, module->path, &text);
		module->names_from = csa_text_pool_add_buf(module->pool, &text);
	}
	csa_buf_release(&text);
}

/* Several names at one address that linkers hold equal: DWARF knows which the function has. */
static size_t choose_alias(struct csa_elf_module *module, size_t first,
			   const struct csa_dwarf_function *function)
{
	size_t count = csa_symbol_table_alias_count(&module->symbols, first);
	const char *wanted = function->linkage_name ? function->linkage_name : function->name;

	for (size_t i = first; wanted && i < first + count; i++) {
		if (strcmp(module->symbols.items[i].name, wanted) == 0)
			return i;
	}
	return first;
}

/* Adds " [.constprop.0]" or what else the compiler calls the copy. */
static void add_clone(const char *linkage_name, struct csa_buf *name)
{
	struct csa_buf origin;

	csa_buf_init(&origin);
	if (csa_demangle_clone_origin(linkage_name, &origin) && !origin.failed &&
	    strncmp(linkage_name, origin.data, origin.length) == 0)
		csa_buf_add_fmt(name, " [%s]", linkage_name + origin.length);
	csa_buf_release(&origin);
}

/* @function: what DWARF says, or NULL */
static void set_names(struct csa_elf_module *module, const char *linkage_name,
		      const struct csa_dwarf_function *function, struct csa_symbol *out)
{
	struct csa_buf name;
	struct csa_buf plain;

	csa_buf_init(&name);
	csa_buf_init(&plain);
	csa_demangle(linkage_name, &name, &plain);
	if (function && function->name && strncmp(name.data, "_Z", 2) == 0) {
		/* Too long for the demangler: the name that DWARF has, without parameters. */
		csa_buf_clear(&name);
		csa_buf_clear(&plain);
		csa_dwarf_function_add_name(function, &name);
		csa_demangle_plain(name.data, &plain);
	}
	if (module->sources->keeps_clones)
		add_clone(linkage_name, &name);
	out->linkage_name = csa_text_pool_add(module->pool, linkage_name, strlen(linkage_name));
	out->name = csa_text_pool_add_buf(module->pool, &name);
	out->plain_name = csa_text_pool_add_buf(module->pool, &plain);
	csa_buf_release(&name);
	csa_buf_release(&plain);
}

static void set_place(struct csa_elf_module *module, const struct csa_dwarf_function *function,
		      struct csa_symbol *out)
{
	struct csa_dwarf_file file = { 0 };
	unsigned line = 0;

	if (function && function->file.name && function->line) {
		file = function->file;
		line = function->line;
	} else if (!csa_dwarf_index_line(&module->dwarf, out->addr, &file, &line)) {
		return;
	}
	out->file = csa_source_path_add(module->pool, file.folder, file.name);
	out->given_file = csa_source_path_add(module->pool, NULL, file.name);
	out->line = out->file ? line : 0;
}

/* Return: NULL when memory ran out. */
static const struct csa_symbol *resolve(struct csa_elf_module *module, size_t first)
{
	struct csa_dwarf_function function = { 0 };
	bool has_function;
	const struct csa_table_symbol *symbol;
	struct csa_symbol *out;

	if (module->resolved[first])
		return module->resolved[first];
	out = csa_text_pool_alloc(module->pool, sizeof(*out));
	if (!out)
		return NULL;
	symbol = &module->symbols.items[first];
	has_function = csa_dwarf_index_function(&module->dwarf, symbol->addr, &function) == 1;
	if (has_function)
		symbol = &module->symbols.items[choose_alias(module, first, &function)];
	out->addr = symbol->addr;
	out->size = symbol->size;
	out->hooks = csa_hook_list_find(&module->hooks, symbol->addr);
	out->unit = symbol->unit;
	out->group_addr = symbol->addr;
	if (!module->sources->keeps_clones)
		out->group_addr = csa_symbol_table_clone_origin(&module->symbols, symbol);
	out->is_resume = csa_demangle_is_resume(symbol->name);
	set_names(module, symbol->name, has_function ? &function : NULL, out);
	set_place(module, has_function ? &function : NULL, out);
	if (!out->name || !out->plain_name || !out->linkage_name)
		return NULL;
	module->resolved[first] = out;
	return out;
}

/* The symbol table was stripped or has a gap here. */
static int function_from_dwarf(struct csa_elf_module *module, uint64_t addr, struct csa_symbol *out)
{
	struct csa_dwarf_function function;
	const char *name;

	if (csa_dwarf_index_function(&module->dwarf, addr, &function) != 1)
		return 0;
	name = function.linkage_name ? function.linkage_name : function.name;
	if (!name)
		return 0;
	*out = (struct csa_symbol){
		.addr = function.start_addr,
		.size = function.end_addr - function.start_addr,
		.hooks = csa_hook_list_find(&module->hooks, function.start_addr),
		.group_addr = function.start_addr,
	};
	set_names(module, name, &function, out);
	set_place(module, &function, out);
	return out->name && out->plain_name;
}

/*
 * All read-only data is looked through: not before an address asks for it that is no function's. It is
 * in the file itself, a separate debug file has none. Without memory there are no names.
 */
static void read_names_once(struct csa_elf_module *module)
{
	GElf_Addr bias;
	Elf *elf;

	if (module->names_were_read || !module->has_names)
		return;
	module->names_were_read = true;
	elf = dwfl_module_getelf(module->file.module, &bias);
	if (elf)
		(void)csa_name_table_read(&module->names, elf);
}

int csa_elf_module_name(struct csa_elf_module *module, uint64_t addr, struct csa_symbol *out)
{
	const struct csa_name_entry *entry;

	csa_elf_module_open(module);
	read_names_once(module);
	entry = csa_name_table_find(&module->names, addr);
	if (!entry)
		return 0;
	*out = (struct csa_symbol){
		.kind = CSA_SYMBOL_NAME,
		.name = *entry->name
				? csa_text_pool_add(module->pool, entry->name, strlen(entry->name))
				: "(no name)",
		.file = *entry->file ? csa_source_path_add(module->pool, NULL, entry->file) : NULL,
		.addr = entry->addr,
		.group_addr = entry->group_addr,
	};
	out->given_file = out->file;
	out->plain_name = out->name;
	out->line = out->file ? entry->line : 0;
	return out->name != NULL;
}

int csa_elf_module_function(struct csa_elf_module *module, uint64_t addr, struct csa_symbol *out)
{
	const struct csa_symbol *found;
	size_t index;

	csa_elf_module_open(module);
	if (!module->has_names)
		return 0;
	if (!csa_symbol_table_find(&module->symbols, addr, &index))
		return csa_elf_module_name(module, addr, out) ||
		       function_from_dwarf(module, addr, out);
	/* How far a symbol without a size reaches is a guess. */
	if (!module->symbols.items[index].size && addr > module->symbols.items[index].addr &&
	    function_from_dwarf(module, addr, out))
		return 1;
	found = resolve(module, index);
	if (!found)
		return 0;
	*out = *found;
	return 1;
}

int csa_elf_module_line(struct csa_elf_module *module, uint64_t addr, const char **file,
			unsigned *line)
{
	struct csa_dwarf_file found;
	const char *name;
	unsigned number;

	csa_elf_module_open(module);
	if (!module->has_names || !csa_dwarf_index_line(&module->dwarf, addr, &found, &number))
		return 0;
	name = csa_source_path_add(module->pool, found.folder, found.name);
	if (!name)
		return 0;
	*file = name;
	*line = number;
	return 1;
}

/* NULL when memory ran out. */
static const char *inline_name(struct csa_elf_module *module,
			       const struct csa_dwarf_inline *inlined)
{
	const struct csa_dwarf_function *function = &inlined->function;
	const char *name = function->linkage_name ? function->linkage_name : function->name;
	struct csa_symbol symbol = { 0 };

	if (!name)
		return "?";
	set_names(module, name, function, &symbol);
	return symbol.name;
}

size_t csa_elf_module_frames(struct csa_elf_module *module, uint64_t addr, struct csa_frame *out,
			     size_t max)
{
	struct csa_dwarf_inline inlined[INLINES_MAX];
	struct csa_frame frame = { 0 };
	struct csa_symbol symbol;
	size_t count;
	size_t i = 0;

	if (!max || !csa_elf_module_function(module, addr, &symbol))
		return 0;
	count = csa_dwarf_inlines_find(&module->dwarf, addr, inlined, INLINES_MAX);
	(void)csa_elf_module_line(module, addr, &frame.file, &frame.line);
	while (count > 0 && i < max) {
		const struct csa_dwarf_inline *of = &inlined[--count];

		frame.function = inline_name(module, of);
		frame.is_inlined = true;
		if (!frame.function)
			break;
		out[i++] = frame;
		frame = (struct csa_frame){ .line = of->call_line };
		if (of->call_file.name)
			frame.file = csa_source_path_add(module->pool, of->call_file.folder,
							 of->call_file.name);
	}
	if (i == max)
		return i;
	frame.function = symbol.name;
	frame.is_inlined = false;
	out[i++] = frame;
	return i;
}

/* Units are read when they are asked for: more of them can be missing than the last time. */
static void warn_of_splits(struct csa_elf_module *module)
{
	const struct csa_split_units *splits = &module->splits;
	struct csa_buf line;

	if (splits->missing == module->splits_said)
		return;
	csa_buf_init(&line);
	if (module->other_warning)
		csa_buf_add_fmt(&line, "%s; ", module->other_warning);
	else
		csa_buf_add_fmt(&line, "%s: ", module->shown_path);
	csa_buf_add_fmt(&line, "DWARF of -gsplit-dwarf that was not found: %s (files or units: %u)",
			splits->missing_name ? splits->missing_name : "without a name",
			splits->missing);
	module->warning = csa_text_pool_add_buf(module->pool, &line);
	module->splits_said = splits->missing;
	csa_buf_release(&line);
}

void csa_elf_module_info(struct csa_elf_module *module, struct csa_module_info *out)
{
	warn_of_splits(module);
	*out = (struct csa_module_info){
		.path = module->shown_path,
		.build_id = module->build_id,
		.names_from = module->names_from,
		.warning = module->warning,
		.has_names = module->has_names,
		.is_missing = module->file.is_missing,
		.start_addr = module->start_addr,
		.end_addr = module->end_addr,
	};
}
