/* SPDX-License-Identifier: MIT */
#include "perfetto_ids.h"

#include <stdlib.h>
#include <string.h>

void csa_perfetto_ids_release(struct csa_perfetto_ids *ids)
{
	free(ids->rows);
	free(ids->slots);
	*ids = (struct csa_perfetto_ids){ 0 };
}

struct csa_perfetto_row *csa_perfetto_row(struct csa_perfetto_ids *ids, uint32_t row)
{
	if (row >= ids->row_count) {
		size_t count = row < 512 ? 1024 : 2 * (size_t)row;
		struct csa_perfetto_row *grown = realloc(ids->rows, count * sizeof(*grown));

		if (!grown)
			return NULL;
		memset(grown + ids->row_count, 0, (count - ids->row_count) * sizeof(*grown));
		ids->rows = grown;
		ids->row_count = (uint32_t)count;
	}
	return &ids->rows[row];
}

/* FNV-1a. */
static uint32_t hash(uint32_t kind, const char *text)
{
	uint32_t sum = 2166136261u ^ kind;

	for (; *text; text++)
		sum = (sum ^ (unsigned char)*text) * 16777619u;
	return sum;
}

static struct csa_perfetto_name *find(const struct csa_perfetto_ids *ids, uint32_t kind,
				      const char *text)
{
	uint32_t slot = hash(kind, text);

	for (;; slot++) {
		struct csa_perfetto_name *found = &ids->slots[slot & (ids->slot_count - 1)];

		if (!found->text || (found->kind == kind && strcmp(found->text, text) == 0))
			return found;
	}
}

static bool grow(struct csa_perfetto_ids *ids)
{
	struct csa_perfetto_name *old = ids->slots;
	uint32_t old_count = ids->slot_count;
	uint32_t count = old_count ? 2 * old_count : 64;
	struct csa_perfetto_name *slots = calloc(count, sizeof(*slots));

	if (!slots)
		return false;
	ids->slots = slots;
	ids->slot_count = count;
	for (uint32_t i = 0; i < old_count; i++) {
		if (old[i].text)
			*find(ids, old[i].kind, old[i].text) = old[i];
	}
	free(old);
	return true;
}

struct csa_perfetto_name *csa_perfetto_name(struct csa_perfetto_ids *ids,
					    const struct csa_user_name *name)
{
	struct csa_perfetto_name *found;

	if (2 * ids->name_count >= ids->slot_count && !grow(ids))
		return NULL;
	found = find(ids, name->kind, name->name);
	if (!found->text) {
		*found = (struct csa_perfetto_name){ .text = name->name, .kind = name->kind };
		ids->name_count++;
	}
	return found;
}
