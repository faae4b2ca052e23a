/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strdup */
#include "stream_file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "file_bytes.h"

#define MAX_BYTES 65536u
#define SCHEMA    1

static char *text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? strdup(text) : NULL;
}

static uint64_t number_of(const json_t *object, const char *key)
{
	json_int_t number = json_integer_value(json_object_get(object, key));

	return number > 0 ? (uint64_t)number : 0;
}

static void fill(struct csa_stream_file *stream, const json_t *object)
{
	*stream = (struct csa_stream_file){
		.known = true,
		.is_old = json_object_get(object, "protocol") != NULL,
		.peer = text_of(object, "peer"),
		.state = text_of(object, "state"),
		.byte_order = text_of(object, "byte_order"),
		.stopped_by = text_of(object, "stopped_by"),
		.blocks = number_of(object, "blocks"),
		.repeated_blocks = number_of(object, "repeated_blocks"),
		.dropped_blocks = number_of(object, "dropped_blocks"),
		.events = number_of(object, "events"),
		.dropped_events = number_of(object, "dropped_events"),
	};
}

void csa_stream_file_read(struct csa_stream_file *stream, const char *dir)
{
	char *path = csa_path_join(dir, "stream.json");
	char *text = NULL;
	ssize_t length = path ? csa_file_read_all(&text, path, MAX_BYTES, NULL) : -1;
	json_t *object = length > 0 ? json_loadb(text, (size_t)length, 0, NULL) : NULL;

	*stream = (struct csa_stream_file){ 0 };
	if (json_is_object(object) && number_of(object, "schema") == SCHEMA)
		fill(stream, object);
	json_decref(object);
	if (length >= 0)
		free(text);
	free(path);
}

void csa_stream_file_release(struct csa_stream_file *stream)
{
	free(stream->peer);
	free(stream->state);
	free(stream->byte_order);
	free(stream->stopped_by);
	*stream = (struct csa_stream_file){ 0 };
}

static bool is(const struct csa_stream_file *stream, const char *state)
{
	return stream->state && strcmp(stream->state, state) == 0;
}

bool csa_stream_file_is_whole(const struct csa_stream_file *stream)
{
	return is(stream, "ended");
}

bool csa_stream_file_is_open(const struct csa_stream_file *stream)
{
	return is(stream, "open");
}

const char *csa_stream_file_why(const struct csa_stream_file *stream)
{
	if (csa_stream_file_is_open(stream))
		return "it is being received, or the server was killed";
	if (is(stream, "interrupted"))
		return "the connection ended before everything was there";
	if (is(stream, "stopped"))
		return stream->stopped_by ? stream->stopped_by
					  : "a limit of the server was reached";
	return "how it ended is not known";
}
