/* SPDX-License-Identifier: MIT */
#include "lane_merge.h"

#include <stdbool.h>
#include <string.h>

#include <callsight/trace_format.h>

#include "lane_frames.h"
#include "site_cache.h"
#include "word_reader.h"

/* One of the two streams, with its next record. */
struct stream {
	struct csa_word_reader reader;
	struct csa_site_cache sites; /* of its block */
	struct csa_record record;
	bool has_record;
};

struct merge {
	struct stream host;
	struct stream nested;
	const struct csa_lane_part *parts; /* of nested that are left */
	size_t part_count;
	uint64_t *next; /* in the output */
	uint64_t ticks; /* of the last word there */
	uint32_t host_depth;
	struct csa_lane_frames frames; /* of lane 1 that are open */
	uint32_t made;
	bool has_sites; /* call sites were recorded */
	bool is_wide;
	struct csa_err *err;
};

size_t csa_lane_merge_room(const struct csa_lane_part *host, const struct csa_lane_part *nested,
			   size_t nested_count)
{
	size_t bytes = 2 * (size_t)host->bytes;

	/*
	 * At most a word more for the call site of each enter, and in lane 1 two to bridge the time; three for its
	 * end where it is missing, five for each frame that a header names.
	 */
	for (size_t i = 0; i < nested_count; i++)
		bytes += 8 * (size_t)nested[i].bytes;
	return bytes;
}

static int advance(struct stream *stream, struct csa_err *err)
{
	int rc = csa_word_reader_next(&stream->reader, &stream->record, err);

	stream->has_record = rc == 1;
	return rc < 0 ? rc : 0;
}

static int advance_nested(struct merge *m)
{
	int rc = m->nested.has_record ? advance(&m->nested, m->err) : 0;

	while (rc == 0 && !m->nested.has_record && m->part_count) {
		csa_word_reader_init(&m->nested.reader, m->parts->block, m->parts->bytes);
		csa_sites_block(&m->nested.sites);
		rc = advance(&m->nested, m->err);
		if (m->nested.has_record &&
		    !csa_lane_frames_begin(&m->frames, m->parts->block, m->parts->bytes))
			rc = csa_fail(m->err, CSA_E_NOMEM, "no memory for open frames");
		m->parts++;
		m->part_count--;
	}
	return rc;
}

/* Lets the time of words reach @ticks. */
static void bridge(struct merge *m, uint64_t ticks)
{
	if ((ticks - m->ticks) >> 20 != 0) {
		*m->next++ = ticks << CSF_TIME_SHIFT |
			     (uint64_t)(ticks < m->ticks) << CSF_EXT_PAYLOAD_SHIFT |
			     UINT64_C(1) << CSF_EXT_LENGTH_SHIFT |
			     (uint64_t)CSF_EXT_FULL_TIME << CSF_EXT_TYPE_SHIFT | CSF_KIND_EXTENDED;
		*m->next++ = ticks;
	}
	m->ticks = ticks;
}

/* Of lane 1 @left frames stay open. */
static void put_unwound(struct merge *m, uint64_t ticks, uint32_t left)
{
	bridge(m, ticks);
	*m->next++ = ticks << CSF_TIME_SHIFT |
		     (uint64_t)(m->host_depth + left) << CSF_EXT_PAYLOAD_SHIFT |
		     (uint64_t)CSF_EXT_UNWOUND << CSF_EXT_TYPE_SHIFT | CSF_KIND_EXTENDED;
	m->frames.count = left;
	m->frames.keep = left;
}

/* The next difference between what is open and what the part's header names. */
static int put_difference(struct merge *m)
{
	uint64_t ticks = m->frames.due_ticks;
	const struct csf_frame *frame;

	if (m->frames.count > m->frames.keep) {
		put_unwound(m, ticks, m->frames.keep);
		csa_lane_frames_next(&m->frames);
		return 0;
	}
	frame = csa_lane_frames_take(&m->frames);
	if (!frame)
		return csa_fail(m->err, CSA_E_NOMEM, "no memory for open frames");
	bridge(m, ticks);
	*m->next++ = ticks << CSF_TIME_SHIFT |
		     (frame->function_ip & CSF_ADDRESS_MASK) << CSF_ADDRESS_SHIFT |
		     (m->has_sites ? CSF_KIND_ENTER_AT : CSF_KIND_ENTER);
	if (m->is_wide)
		*m->next++ = frame->function_ip;
	if (m->has_sites)
		*m->next++ = 0;
	m->made++;
	return 0;
}

/*
 * The next record of @stream. An enter whose call site is that of an earlier one in its own block gets it
 * said: here others may come between.
 *
 * Return: 0 or CSA_E_NOMEM.
 */
static int put(struct merge *m, struct stream *stream, uint64_t first_word)
{
	const struct csa_record *r = &stream->record;
	uint32_t start = r->offset / 8;
	uint32_t count = stream->reader.next - start;
	bool is_short = r->kind == CSF_KIND_ENTER && m->has_sites;

	/* Full times are made anew where words need them: they come in another order here. */
	if (r->kind == CSF_KIND_EXTENDED && r->type == CSF_EXT_FULL_TIME && r->length == 1)
		return 0;
	bridge(m, r->ticks);
	*m->next++ =
		is_short ? (first_word & ~(uint64_t)CSF_KIND_MASK) | CSF_KIND_ENTER_AT : first_word;
	memcpy(m->next, stream->reader.words + start + 1, ((size_t)count - 1) * 8);
	m->next += count - 1;
	if (is_short)
		*m->next++ = csa_sites_get(&stream->sites, r->address);
	if (r->kind == CSF_KIND_ENTER_AT && !csa_sites_put(&stream->sites, r->address, r->callsite))
		return csa_fail(m->err, CSA_E_NOMEM, "no memory for call sites");
	return 0;
}

static int put_host(struct merge *m)
{
	const struct csa_record *r = &m->host.record;
	int rc;

	/* A handler ends before what it interrupted goes on. */
	if (m->frames.count && r->type != CSF_EXT_FULL_TIME)
		put_unwound(m, r->ticks, 0);
	rc = put(m, &m->host, m->host.reader.words[r->offset / 8]);

	if (r->kind == CSF_KIND_ENTER || r->kind == CSF_KIND_ENTER_AT)
		m->host_depth++;
	else if (r->kind == CSF_KIND_EXIT)
		m->host_depth -= m->host_depth != 0;
	else if (r->type == CSF_EXT_UNWOUND)
		m->host_depth = r->payload;
	return rc;
}

static int put_nested(struct merge *m)
{
	const struct csa_record *r = &m->nested.record;
	uint64_t word = m->nested.reader.words[r->offset / 8];

	if (!csa_lane_frames_record(&m->frames, r))
		return csa_fail(m->err, CSA_E_NOMEM, "no memory for open frames");
	if (r->kind == CSF_KIND_EXTENDED && r->type == CSF_EXT_UNWOUND)
		word += (uint64_t)m->host_depth << CSF_EXT_PAYLOAD_SHIFT;
	return put(m, &m->nested, word);
}

static bool is_wide(const struct csa_lane_part *part)
{
	return ((const struct csf_block *)part->block)->flags & CSF_BLOCK_WIDE;
}

static int check_widths(const struct csa_lane_part *host, const struct csa_lane_part *nested,
			size_t count, struct csa_err *err)
{
	for (size_t i = 0; i < count; i++) {
		if (is_wide(&nested[i]) != is_wide(host))
			return csa_fail(err, CSA_E_FORMAT,
					"lane 1 and lane 0 have addresses of different widths");
	}
	return 0;
}

/* What comes first, of lane 0, of lane 1, and of what has to be made for it. */
static int put_next(struct merge *m)
{
	bool is_due = m->nested.has_record && csa_lane_frames_are_due(&m->frames);
	uint64_t nested_ticks = is_due ? m->frames.due_ticks : m->nested.record.ticks;
	int rc;

	if (m->host.has_record && (!m->nested.has_record || m->host.record.ticks <= nested_ticks)) {
		rc = put_host(m);
		return rc < 0 ? rc : advance(&m->host, m->err);
	}
	if (is_due)
		return put_difference(m);
	rc = put_nested(m);
	return rc < 0 ? rc : advance_nested(m);
}

int64_t csa_lane_merge(const struct csa_lane_part *host, const struct csa_lane_part *nested,
		       size_t nested_count, void *out, uint32_t *made, struct csa_err *err)
{
	const struct csf_block *header = host->block;
	struct merge m = { .parts = nested,
			   .part_count = nested_count,
			   .ticks = header->first_ticks,
			   .host_depth = header->depth,
			   .frames = { .last_ticks = header->first_ticks },
			   .has_sites = !(header->flags & CSF_BLOCK_NO_CALLSITES),
			   .is_wide = is_wide(host),
			   .err = err };
	int rc = check_widths(host, nested, nested_count, err);

	if (rc == 0 && (!csa_sites_init(&m.host.sites) || !csa_sites_init(&m.nested.sites)))
		rc = csa_fail(err, CSA_E_NOMEM, "no memory for call sites");

	memcpy(out, header, CSF_BLOCK_HEADER_BYTES);
	m.next = (uint64_t *)out + CSF_BLOCK_HEADER_BYTES / 8;
	csa_word_reader_init(&m.host.reader, host->block, host->bytes);
	if (rc == 0)
		rc = advance(&m.host, err);
	if (rc == 0)
		rc = advance_nested(&m);
	while (rc == 0 && (m.host.has_record || m.nested.has_record))
		rc = put_next(&m);
	if (rc == 0 && host->goes_on && m.frames.count)
		put_unwound(&m, m.ticks, 0);
	*made = m.made;
	csa_lane_frames_release(&m.frames);
	csa_sites_release(&m.host.sites);
	csa_sites_release(&m.nested.sites);
	return rc < 0 ? rc : (int64_t)(m.next - (uint64_t *)out) * 8;
}
