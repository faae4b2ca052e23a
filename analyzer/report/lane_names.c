/* SPDX-License-Identifier: MIT */
#include "lane_names.h"

#include <stdlib.h>
#include <string.h>

#include "word_reader.h"

/* The last name in a block. Return: false: there is none. */
static bool find_in_block(const void *block, uint32_t bytes, char *name)
{
	struct csa_word_reader reader;
	struct csa_record record;
	struct csa_err err = { 0 };
	bool found = false;

	csa_word_reader_init(&reader, block, bytes);
	while (csa_word_reader_next(&reader, &record, &err) == 1) {
		if (record.kind != CSF_KIND_EXTENDED || record.type != CSF_EXT_THREAD_NAME ||
		    record.length != 2)
			continue;
		memcpy(name, record.data, CSA_LANE_NAME_BYTES - 1);
		found = true;
	}
	return found;
}

/* A name is written when it changes: from the end on. */
static void find_in_lane(const struct csa_capture *c, const struct csa_lane *lane, void *block,
			 char *name)
{
	struct csa_err err = { 0 };

	for (size_t i = lane->first + lane->count; i-- > lane->first;) {
		int bytes = csa_capture_read_block(c, &c->blocks[i], block, &err);

		if (bytes > 0 && find_in_block(block, (uint32_t)bytes, name))
			return;
	}
}

int csa_lane_names_find(char (**names)[CSA_LANE_NAME_BYTES], const struct csa_capture *c)
{
	char(*found)[CSA_LANE_NAME_BYTES] = calloc(c->lane_count + 1, sizeof(*found));
	void *block = malloc(CSF_BLOCK_BYTES);

	*names = NULL;
	if (!found || !block) {
		free(found);
		free(block);
		return CSA_E_NOMEM;
	}
	for (size_t i = 0; i < c->lane_count; i++) {
		const struct csa_lane *lane = &c->lanes[i];
		bool has_host =
			i && lane->lane == 1 && lane[-1].thread_serial == lane->thread_serial;

		/* As the report has it: lane 0 knows better. */
		if (has_host && found[i - 1][0])
			memcpy(found[i], found[i - 1], sizeof(found[i]));
		else
			find_in_lane(c, lane, block, found[i]);
		if (has_host && !found[i - 1][0])
			memcpy(found[i - 1], found[i], sizeof(found[i]));
	}
	free(block);
	*names = found;
	return 0;
}
