/* SPDX-License-Identifier: MIT */
#include "row_table.h"

#include <stdlib.h>
#include <string.h>

int csa_rows_init(struct csa_row_table *table, struct csa_err *err)
{
	*table = (struct csa_row_table){ .slot_mask = 1023 };
	pthread_mutex_init(&table->lock, NULL);
	table->slots = calloc(table->slot_mask + 1, sizeof(*table->slots));
	if (!table->slots)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the rows of a report");
	return 0;
}

void csa_rows_release(struct csa_row_table *table)
{
	free(table->rows);
	free(table->slots);
	pthread_mutex_destroy(&table->lock);
	*table = (struct csa_row_table){ 0 };
}

static uint32_t hash(unsigned module, uint64_t addr)
{
	uint64_t key = addr ^ (uint64_t)module << 48;

	return (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> 32);
}

static void put(struct csa_row_table *table, uint32_t row)
{
	uint32_t slot = hash(table->rows[row].module, table->rows[row].addr) & table->slot_mask;

	while (table->slots[slot])
		slot = (slot + 1) & table->slot_mask;
	table->slots[slot] = row + 1;
}

static int grow(struct csa_row_table *table)
{
	uint32_t capacity = table->capacity ? 2 * table->capacity : 256;
	struct csa_row_name *rows = realloc(table->rows, capacity * sizeof(*rows));
	uint32_t *slots;

	if (!rows)
		return CSA_E_NOMEM;
	table->rows = rows;
	slots = calloc(4 * (size_t)capacity, sizeof(*slots));
	if (!slots)
		return CSA_E_NOMEM;
	free(table->slots);
	table->slots = slots;
	table->slot_mask = 4 * capacity - 1;
	table->capacity = capacity;
	for (uint32_t i = 0; i < table->count; i++)
		put(table, i);
	return 0;
}

/* The linked file knows best; the selection files have the functions that its list does not. */
static bool is_left_out(const struct csa_address_space *space, const struct csa_symbol *symbol)
{
	struct csa_selection_query query = { .name = symbol->plain_name,
					     .file = symbol->given_file,
					     .unit = symbol->unit,
					     .line = symbol->line };
	struct csa_module_info module;

	if (symbol->kind == CSA_SYMBOL_NAME)
		return false; /* who writes a scope wants to see it */
	if (symbol->hooks != CSA_HOOK_UNLISTED)
		return symbol->hooks != CSA_HOOK_TRACED;
	if (!space || !space->selection)
		return false;
	if (symbol->module != CSA_NO_MODULE) {
		csa_symbols_module(space->symbols, symbol->module, &module);
		query.module = module.path;
	}
	return csa_selection_ask(space->selection, &query) == CSA_VERDICT_DROP;
}

static struct csa_row_name *find(const struct csa_row_table *table, unsigned module, uint64_t addr)
{
	uint32_t slot = hash(module, addr) & table->slot_mask;

	for (uint32_t found; (found = table->slots[slot]) != 0;
	     slot = (slot + 1) & table->slot_mask) {
		struct csa_row_name *row = &table->rows[found - 1];

		if (row->module == module && row->addr == addr)
			return row;
	}
	return NULL;
}

/* Return: the number, or CSA_E_NOMEM. */
static int64_t append(struct csa_row_table *table, const struct csa_row_name *name)
{
	if (table->count == table->capacity && grow(table) < 0)
		return CSA_E_NOMEM;
	table->rows[table->count] = *name;
	put(table, table->count);
	return table->count++;
}

static int64_t find_or_add(struct csa_row_table *table, const struct csa_address_space *space,
			   const struct csa_symbol *symbol, bool has_name)
{
	struct csa_row_name *row = find(table, symbol->module, symbol->group_addr);
	struct csa_row_name name;

	if (row) {
		if (symbol->addr == row->addr) /* not a clone */
			row->size = symbol->size;
		return row - table->rows;
	}
	name = (struct csa_row_name){
		.function = symbol->name,
		.config_name =
			has_name && symbol->kind == CSA_SYMBOL_FUNCTION ? symbol->plain_name : NULL,
		.kind = symbol->kind,
		.file = symbol->file,
		.line = symbol->line,
		.module = symbol->module,
		.addr = symbol->group_addr,
		.size = symbol->addr == symbol->group_addr ? symbol->size : 0,
		.has_name = has_name,
		.is_transparent = is_left_out(space, symbol),
	};
	return append(table, &name);
}

int64_t csa_rows_resolve(struct csa_row_table *table, const struct csa_address_space *space,
			 uint64_t address, bool is_wide, uint64_t ticks,
			 struct csa_row_traits *traits)
{
	struct csa_symbol symbol;
	int64_t row;
	int has_name;

	if (!is_wide)
		address = csa_modules_complete(space->modules, address, ticks);
	has_name = csa_symbols_function(space->symbols, address, ticks, &symbol);
	pthread_mutex_lock(&table->lock);
	row = find_or_add(table, space, &symbol, has_name > 0);
	if (row >= 0)
		*traits = (struct csa_row_traits){ table->rows[row].is_transparent,
						   symbol.is_resume };
	pthread_mutex_unlock(&table->lock);
	return row;
}

int64_t csa_rows_rest(struct csa_row_table *table)
{
	const struct csa_symbol symbol = { .name = "(functions beyond TRACE_MAX_MB)",
					   .module = CSA_NO_MODULE };
	int64_t row;

	pthread_mutex_lock(&table->lock);
	row = find_or_add(table, NULL, &symbol, false);
	pthread_mutex_unlock(&table->lock);
	return row;
}

/* Of two answers about one function: that with a name, else whichever, but always the same. */
static bool is_better(const struct csa_row_name *a, const struct csa_row_name *b)
{
	if (a->has_name != b->has_name)
		return a->has_name;
	if ((a->file != NULL) != (b->file != NULL))
		return a->file != NULL;
	return strcmp(a->function, b->function) < 0;
}

int64_t csa_rows_add(struct csa_row_table *table, const struct csa_row_name *name)
{
	struct csa_row_name *row = find(table, name->module, name->addr);
	uint64_t size;

	if (!row)
		return append(table, name);
	size = row->size > name->size ? row->size : name->size;
	if (is_better(name, row))
		*row = *name;
	row->size = size;
	return row - table->rows;
}
