/* SPDX-License-Identifier: MIT */
#include "selection.h"

#include <stdlib.h>
#include <string.h>

#include "file_text.h"

#define FIELDS_MAX 3u

struct reading {
	struct csa_selection *selection;
	const char *fields[FIELDS_MAX];
	uint32_t field_count;
	uint32_t line;
	bool has_target;
	bool has_file; /* of the current target */
};

/* Room for one more item in an array of the selection; false when memory ran out. */
static bool make_room(void **items, uint32_t count, uint32_t *capacity, size_t size)
{
	uint32_t wanted = *capacity ? 2 * *capacity : 64;
	void *moved;

	if (count < *capacity)
		return true;
	if (wanted < *capacity || wanted > UINT32_MAX / 2)
		return false;
	moved = realloc(*items, (size_t)wanted * size);
	if (!moved)
		return false;
	*items = moved;
	*capacity = wanted;
	return true;
}

#define ROOM(list) \
	make_room((void **)&(list)->items, (list)->count, &(list)->capacity, sizeof(*(list)->items))

void csa_selection_init(struct csa_selection *selection)
{
	*selection = (struct csa_selection){ 0 };
}

void csa_selection_release(struct csa_selection *selection)
{
	for (uint32_t i = 0; i < selection->texts.count; i++)
		free(selection->texts.items[i]);
	free(selection->texts.items);
	free(selection->targets.items);
	free(selection->files.items);
	free(selection->names.items);
	free(selection->folders.items);
	free(selection->by_name.items);
	free(selection->by_base.items);
	csa_selection_init(selection);
}

/* FNV-1a: names are short, and a build of 100 000 is hashed in a few ms. */
static uint32_t hash_of(const char *text, size_t length)
{
	uint32_t hash = 2166136261u;

	for (size_t i = 0; i < length; i++)
		hash = (hash ^ (unsigned char)text[i]) * 16777619u;
	return hash ^ hash >> 15;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

typedef const char *(*text_fn)(const struct csa_selection *selection, uint32_t item);

static const char *name_text(const struct csa_selection *selection, uint32_t item)
{
	return selection->names.items[item].name;
}

static const char *base_text(const struct csa_selection *selection, uint32_t item)
{
	return base_of(selection->files.items[item].path);
}

/* The slot of a text, or the free one where it belongs. There are slots. */
static uint32_t *slot_of(const struct csa_selection *selection,
			 const struct csa_selection_slots *slots, text_fn text_of, const char *text,
			 size_t length)
{
	uint32_t at = hash_of(text, length) & (slots->count - 1);

	for (; slots->items[at]; at = (at + 1) & (slots->count - 1)) {
		const char *other = text_of(selection, slots->items[at] - 1);

		if (strncmp(other, text, length) == 0 && other[length] == '\0')
			break;
	}
	return &slots->items[at];
}

static bool grow_slots(const struct csa_selection *selection, struct csa_selection_slots *slots,
		       text_fn text_of)
{
	struct csa_selection_slots old = *slots;

	if (old.used < old.count / 2)
		return true;
	slots->count = old.count ? 2 * old.count : 256;
	slots->items = calloc(slots->count, sizeof(*slots->items));
	if (!slots->items) {
		*slots = old;
		return false;
	}
	for (uint32_t i = 0; i < old.count; i++) {
		const char *text;

		if (!old.items[i])
			continue;
		text = text_of(selection, old.items[i] - 1);
		*slot_of(selection, slots, text_of, text, strlen(text)) = old.items[i];
	}
	free(old.items);
	return true;
}

/* Makes @item the first of its text. Return: the one that was, or CSA_SELECTION_END. */
static uint32_t put(const struct csa_selection *selection, struct csa_selection_slots *slots,
		    text_fn text_of, uint32_t item)
{
	const char *text = text_of(selection, item);
	uint32_t *slot = slot_of(selection, slots, text_of, text, strlen(text));
	uint32_t before = *slot ? *slot - 1 : CSA_SELECTION_END;

	slots->used += !*slot;
	*slot = item + 1;
	return before;
}

static uint32_t find(const struct csa_selection *selection, const struct csa_selection_slots *slots,
		     text_fn text_of, const char *text, size_t length)
{
	uint32_t found = slots->count ? *slot_of(selection, slots, text_of, text, length) : 0;

	return found ? found - 1 : CSA_SELECTION_END;
}

uint32_t csa_selection_find_name(const struct csa_selection *selection, const char *text,
				 size_t length)
{
	return find(selection, &selection->by_name, name_text, text, length);
}

uint32_t csa_selection_find_base(const struct csa_selection *selection, const char *text,
				 size_t length)
{
	return find(selection, &selection->by_base, base_text, text, length);
}

static int no_memory(struct csa_err *err)
{
	return csa_fail(err, CSA_E_NOMEM, "no memory for the selection");
}

static int bad_line(const struct reading *r, const char *text, struct csa_err *err)
{
	return csa_fail(err, CSA_E_FORMAT, "line %u: %s", r->line, text);
}

/* One of two words. Return: 1 for @yes, 0 for @no, or a failure. */
static int one_of(const struct reading *r, const char *word, const char *yes, const char *no,
		  struct csa_err *err)
{
	if (strcmp(word, yes) == 0)
		return 1;
	if (strcmp(word, no) == 0)
		return 0;
	return csa_fail(err, CSA_E_FORMAT, "line %u: expected %s or %s, found '%.32s'", r->line,
			yes, no, word);
}

static int add_target(struct reading *r, struct csa_err *err)
{
	struct csa_selection *selection = r->selection;

	if (!ROOM(&selection->targets))
		return no_memory(err);
	selection->targets.items[selection->targets.count++] = (struct csa_selection_target){
		.name = r->fields[1],
		.first_folder = selection->folders.count,
		.keeps_rest = true,
	};
	r->has_target = true;
	r->has_file = false;
	return 0;
}

static int add_folder(struct reading *r, struct csa_err *err)
{
	struct csa_selection *selection = r->selection;

	if (r->fields[1][0] != '/')
		return bad_line(r, "the folder is not absolute", err);
	if (!ROOM(&selection->folders))
		return no_memory(err);
	selection->folders.items[selection->folders.count++] = r->fields[1];
	selection->targets.items[selection->targets.count - 1].folder_count++;
	return 0;
}

static int add_file(struct reading *r, struct csa_err *err)
{
	struct csa_selection *selection = r->selection;
	int keeps = one_of(r, r->fields[2], "keep", "drop", err);
	uint32_t item = selection->files.count;

	if (keeps < 0)
		return keeps;
	if (!ROOM(&selection->files) || !grow_slots(selection, &selection->by_base, base_text))
		return no_memory(err);
	selection->files.items[item] = (struct csa_selection_file){
		.path = r->fields[1], .target = selection->targets.count - 1, .keeps = keeps > 0
	};
	selection->files.count++;
	selection->files.items[item].next = put(selection, &selection->by_base, base_text, item);
	selection->has_kept_file = selection->has_kept_file || keeps > 0;
	selection->has_dropped_file = selection->has_dropped_file || keeps == 0;
	r->has_file = true;
	return 0;
}

static int add_name(struct reading *r, bool keeps, struct csa_err *err)
{
	struct csa_selection *selection = r->selection;
	struct csa_selection_name name = { .name = r->fields[1], .keeps = keeps };
	uint32_t item = selection->names.count;

	if (!r->has_file)
		return bad_line(r, "no file before it", err);
	name.file = selection->files.count - 1;
	if (r->field_count == 3) {
		char *end;
		unsigned long line = strtoul(r->fields[2], &end, 10);

		if (*end || end == r->fields[2] || line > UINT32_MAX)
			return bad_line(r, "the line is not a number", err);
		name.line = (uint32_t)line;
		name.is_implied = line == 0;
	}
	if (!ROOM(&selection->names) || !grow_slots(selection, &selection->by_name, name_text))
		return no_memory(err);
	selection->names.items[item] = name;
	selection->names.count++;
	selection->names.items[item].next = put(selection, &selection->by_name, name_text, item);
	return 0;
}

static int add_system(struct reading *r, struct csa_err *err)
{
	int keeps = one_of(r, r->fields[1], "in", "out", err);

	if (keeps >= 0)
		r->selection->targets.items[r->selection->targets.count - 1].keeps_system =
			keeps > 0;
	return keeps < 0 ? keeps : 0;
}

static int add_rest(struct reading *r, struct csa_err *err)
{
	int keeps = one_of(r, r->fields[1], "keep", "drop", err);

	if (keeps >= 0)
		r->selection->targets.items[r->selection->targets.count - 1].keeps_rest = keeps > 0;
	return keeps < 0 ? keeps : 0;
}

static int take_record(struct reading *r, struct csa_err *err)
{
	const char *word = r->fields[0];
	bool is_name = strcmp(word, "+") == 0 || strcmp(word, "-") == 0;
	bool is_file = strcmp(word, "file") == 0;
	bool is_target = strcmp(word, "target") == 0;

	if (!is_name && !is_file && !is_target && strcmp(word, "folder") != 0 &&
	    strcmp(word, "system") != 0 && strcmp(word, "rest") != 0)
		return 0;
	if (r->field_count != (is_file ? 3u : 2u) && !(is_name && r->field_count == 3))
		return bad_line(r, "wrong number of fields", err);
	if (!r->fields[1][0])
		return bad_line(r, "an empty field", err);
	if (is_target)
		return add_target(r, err);
	if (!r->has_target)
		return bad_line(r, "no target before it", err);
	if (is_name)
		return add_name(r, word[0] == '+', err);
	if (is_file)
		return add_file(r, err);
	if (word[0] == 'f')
		return add_folder(r, err);
	return word[0] == 's' ? add_system(r, err) : add_rest(r, err);
}

/* Cuts the line at @at in place. Return: the line after it, NULL at the end. */
static char *cut(struct reading *r, char *at)
{
	char *newline = strchr(at, '\n');

	if (newline)
		*newline = '\0';
	r->line++;
	r->field_count = 0;
	for (;;) {
		char *tab = strchr(at, '\t');

		if (r->field_count < FIELDS_MAX)
			r->fields[r->field_count] = at;
		r->field_count++;
		if (!tab)
			break;
		*tab = '\0';
		at = tab + 1;
	}
	return newline && newline[1] ? newline + 1 : NULL;
}

/* Reads a file whose first line is "@kind 2". @text stays the caller's in every case. */
static int read_text(struct csa_buf *text, const char *path, const char *kind, struct csa_err *err)
{
	size_t length = strlen(kind);
	int rc = csa_file_text_read(text, path, err);

	if (rc < 0)
		return rc;
	if (strlen(text->data) != text->length)
		return csa_fail(err, CSA_E_FORMAT, "%s: a NUL byte in it", path);
	if (strncmp(text->data, kind, length) != 0 || strncmp(text->data + length, "\t2", 2) != 0 ||
	    (text->data[length + 2] != '\n' && text->data[length + 2] != '\0'))
		return csa_fail(err, CSA_E_FORMAT, "%s: line 1: not a %s file of version 2", path,
				kind);
	return 0;
}

/* What was there before a file that turned out to be damaged. The chains are made again. */
static void roll_back(struct csa_selection *selection, const struct csa_selection *before)
{
	selection->targets.count = before->targets.count;
	selection->files.count = before->files.count;
	selection->names.count = before->names.count;
	selection->folders.count = before->folders.count;
	selection->has_kept_file = before->has_kept_file;
	selection->has_dropped_file = before->has_dropped_file;
	if (selection->by_name.items)
		memset(selection->by_name.items, 0,
		       selection->by_name.count * sizeof(*selection->by_name.items));
	if (selection->by_base.items)
		memset(selection->by_base.items, 0,
		       selection->by_base.count * sizeof(*selection->by_base.items));
	selection->by_name.used = 0;
	selection->by_base.used = 0;
	for (uint32_t i = 0; i < selection->files.count; i++)
		selection->files.items[i].next = put(selection, &selection->by_base, base_text, i);
	for (uint32_t i = 0; i < selection->names.count; i++)
		selection->names.items[i].next = put(selection, &selection->by_name, name_text, i);
}

int csa_selection_add_file(struct csa_selection *selection, const char *path, struct csa_err *err)
{
	struct reading r = { .selection = selection };
	struct csa_selection before = *selection;
	struct csa_buf text;
	char *at;
	int rc;

	csa_buf_init(&text);
	rc = read_text(&text, path, "callsight-selection", err);
	if (rc == 0 && !ROOM(&selection->texts))
		rc = no_memory(err);
	if (rc < 0) {
		csa_buf_release(&text);
		return rc;
	}
	at = csa_buf_steal(&text);
	if (!at)
		return no_memory(err);
	selection->texts.items[selection->texts.count++] = at;
	while (at && rc == 0) {
		at = cut(&r, at);
		if (r.line > 1)
			rc = take_record(&r, err);
	}
	if (rc < 0) {
		csa_err_context(err, "%s", path);
		roll_back(selection, &before);
	}
	return rc;
}

static int add_part(struct csa_selection *selection, const char *path, struct csa_buf *notes,
		    struct csa_err *err)
{
	struct csa_err why = { 0 };
	int rc = csa_selection_add_file(selection, path, &why);

	if (rc == CSA_E_NOMEM)
		return csa_fail(err, rc, "%s", why.msg);
	if (rc < 0 && notes) {
		csa_buf_add_str(notes, why.msg);
		csa_buf_add_char(notes, '\n');
	}
	return 0;
}

int csa_selection_add_index(struct csa_selection *selection, const char *path,
			    struct csa_buf *notes, struct csa_err *err)
{
	struct reading r = { .selection = selection };
	struct csa_buf text;
	char *at;
	int rc;

	csa_buf_init(&text);
	rc = read_text(&text, path, "callsight-selections", err);
	at = rc == 0 ? text.data : NULL;
	while (at && rc == 0) {
		at = cut(&r, at);
		if (r.line == 1 || strcmp(r.fields[0], "target") != 0)
			continue;
		rc = r.field_count == 3
			     ? add_part(selection, r.fields[2], notes, err)
			     : csa_fail(err, CSA_E_FORMAT,
					"%s: line %u: expected target, name, path", path, r.line);
	}
	csa_buf_release(&text);
	return rc;
}

const struct csa_selection_name *csa_selection_next(const struct csa_selection *selection,
						    uint32_t *at)
{
	while (*at < selection->names.count) {
		const struct csa_selection_name *name = &selection->names.items[(*at)++];

		if (name->keeps && !name->is_implied)
			return name;
	}
	return NULL;
}
