/* SPDX-License-Identifier: MIT */
#include "dwarf_index.h"

#include <dwarf.h>
#include <stdlib.h>

#include "err.h"
#include "source_path.h"

#define CHAIN_MAX 16 /* of references; libdw follows as many */
#define DEPTH_MAX 64 /* of nested entries; real ones stay below 20, a damaged file might not end */

struct csa_dwarf_unit {
	Dwarf_Die die;
	bool was_read;
	Dwarf_Off last_entry;        /* that was read: they come in order */
	struct csa_split_unit split; /* what is not in the file itself */
	struct csa_spans spans;      /* value: index in functions */
	Dwarf_Die *functions;
	size_t function_count;
	size_t capacity;
};

/* @string_end: no string begins there */
static int check_attribute(Dwarf_Attribute *attribute, void *string_end)
{
	switch (dwarf_whatform(attribute)) {
	case DW_FORM_strx:
	case DW_FORM_strx1:
	case DW_FORM_strx2:
	case DW_FORM_strx3:
	case DW_FORM_strx4:
	case DW_FORM_GNU_str_index:
		if (dwarf_formstring(attribute) == (const char *)string_end && string_end)
			return DWARF_CB_ABORT;
		return DWARF_CB_OK;
	default:
		return DWARF_CB_OK;
	}
}

/* The entry that has what @die leaves out; false: none. */
static bool follow(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;
	Dwarf_Die next;

	if ((!dwarf_attr(die, DW_AT_abstract_origin, &attribute) &&
	     !dwarf_attr(die, DW_AT_specification, &attribute)) ||
	    !dwarf_formref_die(&attribute, &next))
		return false;
	*die = next;
	return true;
}

bool csa_dwarf_is_sound(const struct csa_dwarf_index *index, Dwarf_Die *die)
{
	Dwarf_Die at = *die;

	for (int i = 0; i < CHAIN_MAX; i++) {
		/* It measures every value, also strings, against the end of their unit. */
		if (dwarf_getattrs(&at, check_attribute, (void *)index->string_end, 0) != 1)
			return false;
		if (!follow(&at))
			return true;
	}
	return false;
}

static int add_unit(struct csa_dwarf_index *index, const Dwarf_Die *die)
{
	size_t count = index->unit_count;

	/* The capacity is the power of two at or above the count. */
	if ((count & (count - 1)) == 0) {
		struct csa_dwarf_unit *units =
			realloc(index->units, (count ? count * 2 : 1) * sizeof(*units));

		if (!units)
			return CSA_E_NOMEM;
		index->units = units;
	}
	index->units[count] = (struct csa_dwarf_unit){ .die = *die };
	index->unit_count++;
	return 0;
}

/* Adds every address range of @die with @value. */
static int add_ranges(struct csa_dwarf_index *index, struct csa_spans *spans, Dwarf_Die *die,
		      uint64_t value)
{
	Dwarf_Addr base;
	Dwarf_Addr start;
	Dwarf_Addr end;
	ptrdiff_t next = 0;
	int rc = 0;

	while (rc == 0 && index->ranges_left > 0 &&
	       (next = dwarf_ranges(die, next, &base, &start, &end)) > 0) {
		index->ranges_left--;
		/* Code that the linker dropped begins at 0, or at 1 in range lists. */
		if (start > 1)
			rc = csa_spans_add(spans, start, end, value);
	}
	return rc;
}

/*
 * Every list of ranges belongs to one function. In a damaged file all can name the same one: a square of
 * its size. A range takes at least two bytes, and what is compressed is rarely a quarter.
 */
#define RANGES_PER_BYTE 4u
#define RANGES_MIN      65536u

static uint64_t most_ranges(Dwarf *dwarf)
{
	size_t bytes = 0;

	(void)elf_rawfile(dwarf_getelf(dwarf), &bytes);
	return RANGES_PER_BYTE * (uint64_t)bytes + RANGES_MIN;
}

int csa_dwarf_index_init(struct csa_dwarf_index *index, Dwarf *dwarf, uint64_t bias,
			 const char *string_end, struct csa_split_units *splits)
{
	Dwarf_CU *unit = NULL;
	Dwarf_Die die;
	uint8_t type;
	int rc = 0;

	*index = (struct csa_dwarf_index){
		.dwarf = dwarf, .bias = bias, .splits = splits, .string_end = string_end
	};
	if (!dwarf)
		return 0;
	index->ranges_left = most_ranges(dwarf);
	while (rc == 0 && dwarf_get_units(dwarf, unit, &unit, NULL, &type, &die, NULL) == 0) {
		if ((type != DW_UT_compile && type != DW_UT_skeleton) ||
		    !csa_dwarf_is_sound(index, &die))
			continue;
		rc = add_unit(index, &die);
		if (rc == 0)
			rc = add_ranges(index, &index->spans, &die, index->unit_count - 1);
	}
	if (rc == 0)
		rc = csa_spans_sort(&index->spans);
	if (rc < 0)
		csa_dwarf_index_release(index);
	return rc;
}

void csa_dwarf_index_release(struct csa_dwarf_index *index)
{
	for (size_t i = 0; i < index->unit_count; i++) {
		csa_spans_release(&index->units[i].spans);
		free(index->units[i].functions);
		csa_split_unit_release(&index->units[i].split);
	}
	free(index->units);
	csa_spans_release(&index->spans);
	*index = (struct csa_dwarf_index){ 0 };
}

static int add_function(struct csa_dwarf_index *index, struct csa_dwarf_unit *unit, Dwarf_Die *die)
{
	size_t spans_before = unit->spans.count;
	int rc = add_ranges(index, &unit->spans, die, unit->function_count);

	if (rc < 0 || unit->spans.count == spans_before)
		return rc; /* a declaration, or inlined everywhere */
	if (unit->function_count == unit->capacity) {
		size_t capacity = unit->capacity ? unit->capacity * 2 : 32;
		Dwarf_Die *functions = realloc(unit->functions, capacity * sizeof(*functions));

		if (!functions)
			return CSA_E_NOMEM;
		unit->functions = functions;
		unit->capacity = capacity;
	}
	unit->functions[unit->function_count++] = *die;
	return 0;
}

static bool can_hold_functions(int tag)
{
	switch (tag) {
	case DW_TAG_subprogram: /* nested functions, methods of local classes */
	case DW_TAG_lexical_block:
	case DW_TAG_namespace:
	case DW_TAG_class_type:
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		return true;
	default:
		return false;
	}
}

/*
 * An entry's children follow it, and the next one follows them. Where an entry comes that was read already,
 * the file is damaged: each could be child and neighbour of the one before, 2^n of n.
 */
static int read_functions(struct csa_dwarf_index *index, struct csa_dwarf_unit *unit,
			  Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die die;
	int rc = 0;

	if (depth == DEPTH_MAX || dwarf_child(parent, &die) != 0)
		return 0;
	do {
		int tag = dwarf_tag(&die);

		if (dwarf_dieoffset(&die) <= unit->last_entry)
			return 0;
		unit->last_entry = dwarf_dieoffset(&die);
		if (tag == DW_TAG_subprogram)
			rc = add_function(index, unit, &die);
		if (rc == 0 && can_hold_functions(tag))
			rc = read_functions(index, unit, &die, depth + 1);
	} while (rc == 0 && dwarf_siblingof(&die, &die) == 0);
	return rc;
}

static struct csa_dwarf_unit *find_unit(struct csa_dwarf_index *index, uint64_t addr)
{
	const struct csa_span *span = csa_spans_find(&index->spans, addr);

	return span ? &index->units[span->value] : NULL;
}

/* Memory that runs out leaves the unit without functions: names come from the symbol table then. */
static void read_unit(struct csa_dwarf_index *index, struct csa_dwarf_unit *unit)
{
	Dwarf_Die *top = &unit->die;
	Dwarf_Die split;
	uint8_t type;

	unit->was_read = true;
	/* -gsplit-dwarf: the unit here is a skeleton, the functions are in a .dwo or .dwp file. */
	if (dwarf_cu_info(unit->die.cu, NULL, &type, NULL, NULL, NULL, NULL, NULL) == 0 &&
	    type == DW_UT_skeleton &&
	    csa_split_unit_open(&unit->split, index->splits, &unit->die, &split)) {
		top = &split;
		index->ranges_left += RANGES_PER_BYTE * (uint64_t)unit->split.image_bytes;
	}
	if (read_functions(index, unit, top, 0) < 0 || csa_spans_sort(&unit->spans) < 0)
		csa_spans_release(&unit->spans);
}

const char *csa_dwarf_linkage_name(Dwarf_Die *die)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attribute) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attribute))
		return dwarf_formstring(&attribute);
	return NULL;
}

/*
 * Not dwarf_decl_file(): in elfutils 0.188 it aborts on a unit whose file table cannot be read, and
 * does not find that of a split unit.
 */
static const char *file_of_unit(Dwarf_Die *die, Dwarf_Half version, uint64_t number)
{
	Dwarf_Files *files;
	size_t count;

	if (dwarf_getsrcfiles(die, &files, &count) != 0 || number >= count)
		return NULL;
	if (number == 0 && version < 5)
		return NULL; /* "no file" */
	return dwarf_filesrc(files, number, NULL, NULL);
}

/* Of the unit, or of the skeleton that it was split from. */
static const char *folder_of(Dwarf_Die *unit, Dwarf_Die *skeleton)
{
	Dwarf_Attribute attribute;

	if (dwarf_attr(unit, DW_AT_comp_dir, &attribute) ||
	    (skeleton->addr && dwarf_attr(skeleton, DW_AT_comp_dir, &attribute)))
		return dwarf_formstring(&attribute);
	return NULL;
}

struct csa_dwarf_file csa_dwarf_find_file(const struct csa_dwarf_function *function, Dwarf_CU *unit,
					  uint64_t number)
{
	Dwarf_Die line_unit = function->unit;
	struct csa_dwarf_file file = { 0 };
	Dwarf_Half version;
	Dwarf_Die die;

	if (!dwarf_cu_die(unit, &die, &version, NULL, NULL, NULL, NULL, NULL))
		return file;
	file.name = file_of_unit(&die, version, number);
	/* A split unit without a table of its own has the one of its skeleton. */
	if (!file.name && line_unit.addr && line_unit.cu != unit)
		file.name = file_of_unit(&line_unit, version, number);
	file.folder = folder_of(&die, &line_unit);
	if (file.name)
		file.name = csa_source_path_given(file.folder, file.name);
	return file;
}

static void read_declaration(struct csa_dwarf_function *function)
{
	Dwarf_Die *die = &function->die;
	Dwarf_Attribute attribute;
	Dwarf_Word number;
	int line;

	if (!dwarf_attr_integrate(die, DW_AT_decl_file, &attribute) ||
	    dwarf_formudata(&attribute, &number) != 0 || dwarf_decl_line(die, &line) != 0 ||
	    line <= 0)
		return;
	function->file = csa_dwarf_find_file(function, attribute.cu, number);
	function->line = function->file.name ? (unsigned)line : 0;
}

int csa_dwarf_index_function(struct csa_dwarf_index *index, uint64_t addr,
			     struct csa_dwarf_function *out)
{
	uint64_t dwarf_addr = addr - index->bias;
	struct csa_dwarf_unit *unit = find_unit(index, dwarf_addr);
	const struct csa_span *span;
	Dwarf_Die *die;

	if (!unit)
		return 0;
	if (!unit->was_read)
		read_unit(index, unit);
	span = csa_spans_find(&unit->spans, dwarf_addr);
	if (!span)
		return 0;
	die = &unit->functions[span->value];
	if (!csa_dwarf_is_sound(index, die))
		return 0;
	*out = (struct csa_dwarf_function){
		.name = dwarf_diename(die),
		.linkage_name = csa_dwarf_linkage_name(die),
		.start_addr = span->start_addr + index->bias,
		.end_addr = span->end_addr + index->bias,
		.index = index,
		.die = *die,
		.unit = unit->die,
	};
	read_declaration(out);
	return 1;
}

/* The entry that stands where the function was declared: in its class, in its namespace. */
static Dwarf_Die declaration_of(const struct csa_dwarf_function *function)
{
	Dwarf_Die die = function->die;

	for (int i = 0; i < CHAIN_MAX && follow(&die); i++) {
	}
	return die;
}

/* The last child of @parent that begins at @wanted or before, and behind @parent. */
static bool find_child_before(Dwarf_Die *parent, Dwarf_Off wanted, Dwarf_Die *found)
{
	Dwarf_Off last = dwarf_dieoffset(parent);
	bool is_there = false;
	Dwarf_Die child;

	if (dwarf_child(parent, &child) != 0)
		return false;
	do {
		Dwarf_Off offset = dwarf_dieoffset(&child);

		if (offset <= last || offset > wanted)
			break;
		last = offset;
		*found = child;
		is_there = true;
	} while (dwarf_siblingof(&child, &child) == 0);
	return is_there;
}

/*
 * What @die stands in, from below its unit on. Not dwarf_getscopes_die(), which has no end where entries
 * are children of several. Return: how many.
 */
static unsigned find_scopes(Dwarf_Die *die, Dwarf_Die scopes[DEPTH_MAX])
{
	Dwarf_Off wanted = dwarf_dieoffset(die);
	unsigned count = 0;
	Dwarf_Die at;

	if (!dwarf_diecu(die, &at, NULL, NULL))
		return 0;
	while (count < DEPTH_MAX) {
		Dwarf_Die child;

		if (!find_child_before(&at, wanted, &child) || dwarf_dieoffset(&child) == wanted)
			break;
		scopes[count++] = child;
		at = child;
	}
	return count;
}

void csa_dwarf_function_add_name(const struct csa_dwarf_function *function, struct csa_buf *out)
{
	Dwarf_Die die = declaration_of(function);
	Dwarf_Die scopes[DEPTH_MAX];
	unsigned count = find_scopes(&die, scopes);

	for (unsigned i = 0; i < count; i++) {
		int tag = dwarf_tag(&scopes[i]);
		bool is_sound = csa_dwarf_is_sound(function->index, &scopes[i]);
		const char *name = is_sound ? dwarf_diename(&scopes[i]) : NULL;

		if (tag == DW_TAG_namespace)
			csa_buf_add_fmt(out, "%s::", name ? name : "(anonymous namespace)");
		else if (name && tag != DW_TAG_subprogram && can_hold_functions(tag))
			csa_buf_add_fmt(out, "%s::", name);
	}
	if (function->name)
		csa_buf_add_str(out, function->name);
}

int csa_dwarf_index_line(struct csa_dwarf_index *index, uint64_t addr, struct csa_dwarf_file *file,
			 unsigned *line)
{
	uint64_t dwarf_addr = addr - index->bias;
	struct csa_dwarf_unit *unit = find_unit(index, dwarf_addr);
	Dwarf_Line *row = unit ? dwarf_getsrc_die(&unit->die, dwarf_addr) : NULL;
	const char *name;
	int number;

	if (!row || dwarf_lineno(row, &number) != 0 || number <= 0)
		return 0;
	name = dwarf_linesrc(row, NULL, NULL);
	if (!name)
		return 0;
	file->folder = folder_of(&unit->die, &unit->die);
	file->name = csa_source_path_given(file->folder, name);
	*line = (unsigned)number;
	return 1;
}
