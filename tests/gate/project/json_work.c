/* SPDX-License-Identifier: MIT */
/*
 * A run of json-c that is the same every time: documents are made, written, parsed, looked through
 * and compared. Its seed of hashes is random, so the other hash is asked for.
 */
#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DOCUMENTS 24
#define ENTRIES   160

static struct json_object *make_entry(unsigned number)
{
	struct json_object *entry = json_object_new_object();
	struct json_object *tags = json_object_new_array();
	char text[64];

	snprintf(text, sizeof(text), "entry \"%u\" of\tthe document", number);
	json_object_object_add(entry, "name", json_object_new_string(text));
	json_object_object_add(entry, "number", json_object_new_int((int)number));
	json_object_object_add(entry, "share", json_object_new_double(number / 7.0));
	for (unsigned i = 0; i < 6; i++)
		json_object_array_add(tags, json_object_new_int64((long)number * i * 1000003));
	json_object_object_add(entry, "tags", tags);
	return entry;
}

static struct json_object *make_document(unsigned seed)
{
	struct json_object *document = json_object_new_object();
	char key[32];

	for (unsigned i = 0; i < ENTRIES; i++) {
		snprintf(key, sizeof(key), "key-%u", seed * 31 + i);
		json_object_object_add(document, key, make_entry(seed + i));
	}
	return document;
}

static unsigned long look_through(struct json_object *document)
{
	unsigned long sum = 0;

	json_object_object_foreach(document, key, entry)
	{
		struct json_object *tags = NULL, *number = NULL;

		sum += strlen(key);
		if (json_object_object_get_ex(entry, "number", &number))
			sum += (unsigned long)json_object_get_int(number);
		if (json_object_object_get_ex(entry, "tags", &tags))
			sum += json_object_array_length(tags);
	}
	return sum;
}

int main(void)
{
	unsigned long sum = 0;

	json_global_set_string_hash(JSON_C_STR_HASH_PERLLIKE);
	for (unsigned i = 0; i < DOCUMENTS; i++) {
		struct json_object *document = make_document(i);
		const char *text =
			json_object_to_json_string_ext(document, JSON_C_TO_STRING_PRETTY);
		struct json_object *parsed = json_tokener_parse(text);

		if (!parsed || !json_object_equal(document, parsed))
			return EXIT_FAILURE;
		sum += look_through(parsed) + strlen(text);
		json_object_put(parsed);
		json_object_put(document);
	}
	printf("%lu\n", sum);
	return EXIT_SUCCESS;
}
