/* SPDX-License-Identifier: MIT */
#include "word_reader.h"

#include <stddef.h>

void csa_word_reader_init(struct csa_word_reader *reader, const void *block, uint32_t bytes)
{
	const struct csf_block *header = block;

	*reader = (struct csa_word_reader){ .header = header,
					    .words = block,
					    .next = CSF_BLOCK_HEADER_BYTES / 8,
					    .end = bytes / 8,
					    .ticks = header->first_ticks };
}

static void fill_extended(struct csa_word_reader *reader, struct csa_record *record, uint64_t word)
{
	record->type = word >> CSF_EXT_TYPE_SHIFT & CSF_EXT_TYPE_MASK;
	record->payload = word >> CSF_EXT_PAYLOAD_SHIFT & CSF_EXT_PAYLOAD_MASK;
	record->length = word >> CSF_EXT_LENGTH_SHIFT & CSF_EXT_LENGTH_MASK;
	record->data = reader->words + reader->next;
}

int csa_word_reader_next(struct csa_word_reader *reader, struct csa_record *record,
			 struct csa_err *err)
{
	uint32_t start;
	uint64_t word = 0;
	uint32_t follow;
	bool wide = reader->header->flags & CSF_BLOCK_WIDE;

	while (reader->next < reader->end && !(word = reader->words[reader->next]))
		reader->next++;
	if (!word)
		return 0;
	start = reader->next++;
	*record = (struct csa_record){ .offset = start * 8, .kind = word & CSF_KIND_MASK };
	if (record->kind == CSF_KIND_EXTENDED) {
		fill_extended(reader, record, word);
		follow = record->length;
	} else {
		follow = (record->kind == CSF_KIND_ENTER_AT ? 1u : 0u) + wide;
		record->address = word >> CSF_ADDRESS_SHIFT & CSF_ADDRESS_MASK;
	}
	if (follow > reader->end - reader->next) {
		reader->next = reader->end;
		return csa_fail(err, CSA_E_FORMAT, "record of %u words, %u are left", follow + 1,
				reader->end - start);
	}
	if (record->kind != CSF_KIND_EXTENDED && wide)
		record->address = reader->words[reader->next];
	if (record->kind == CSF_KIND_ENTER_AT)
		record->callsite = reader->words[reader->next + wide];
	if (record->kind == CSF_KIND_EXTENDED && record->type == CSF_EXT_FULL_TIME && follow == 1)
		reader->ticks = record->data[0];
	else
		reader->ticks += ((word >> CSF_TIME_SHIFT) - reader->ticks) & CSF_TIME_MASK;
	record->ticks = reader->ticks;
	reader->next += follow;
	return 1;
}

int csa_ext_length(unsigned type, uint32_t payload)
{
	switch (type) {
	case CSF_EXT_FULL_TIME:
	case CSF_EXT_MARKER:
	case CSF_EXT_UNMATCHED:
		return 1;
	case CSF_EXT_UNWOUND:
		return 0;
	case CSF_EXT_THREAD_NAME:
		return 2;
	case CSF_EXT_USER_MARK:
		if (payload == CSF_NAME_VALUE)
			return 2;
		return payload == CSF_NAME_MARK || payload == CSF_NAME_FRAME ? 1 : -1;
	default:
		return -1;
	}
}

/* enum csf_marker, its name in machine output, what it says to people */
#define MARKER_MAP(X)                                                            \
	X(MAX_EVENTS, "max-events", "TRACE_MAX reached, recording stopped")      \
	X(MAX_BYTES, "max-bytes", "TRACE_MAX_MB reached, recording stopped")     \
	X(WRITE_ERROR, "write-error", "writing failed")                          \
	X(NO_SPACE, "no-space", "the disk is full")                              \
	X(TOO_DEEP, "too-deep", "calls nested too deeply, deeper ones are lost") \
	X(FILE_GONE, "file-gone", "trace file or folder was taken away")         \
	X(MIN_FREE, "min-free", "less than TRACE_MIN_FREE_MB is free")           \
	X(PAUSED, "paused", "paused, calls are not recorded")                    \
	X(RESUMED, "resumed", "resumed, hooks not recorded until then")          \
	X(SNAPSHOT, "snapshot", "wrote a snapshot, number")

const char *csa_marker_kind(uint32_t marker)
{
	switch (marker) {
#define X(name, kind, text)     \
	case CSF_MARKER_##name: \
		return kind;
		MARKER_MAP(X)
#undef X
	default:
		return "unknown";
	}
}

bool csa_marker_adds_up(uint32_t marker)
{
	return marker == CSF_MARKER_RESUMED;
}

const char *csa_marker_text(uint32_t marker)
{
	switch (marker) {
#define X(name, kind, text)     \
	case CSF_MARKER_##name: \
		return text;
		MARKER_MAP(X)
#undef X
	default:
		return NULL;
	}
}
