/* SPDX-License-Identifier: MIT */
/*
 * swap_capture PROCESS-FOLDER...: makes captures of this machine what one of the other byte order would have
 * written, in place. By itself: what it knows of the layout is told again here, field by field.
 */
#define _GNU_SOURCE /* asprintf, scandir */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <callsight/summary_format.h>
#include <callsight/trace_format.h>

/* Bytes of each field in order; 1: a byte that is not changed. */
static const char block_fields[] = "421144444444888";
static const char live_fields[] = "42244448884444448";
static const char summary_fields[] = "422444444";
static const char table_fields[] = "422444444"; /* and the name; words follow it */
#define TABLE_WORDS_AT 48u

static void swap(unsigned char *at, size_t bytes)
{
	for (size_t i = 0; i < bytes / 2; i++) {
		unsigned char low = at[i];

		at[i] = at[bytes - 1 - i];
		at[bytes - 1 - i] = low;
	}
}

static size_t swap_fields(unsigned char *at, const char *fields)
{
	size_t offset = 0;

	for (; *fields; fields++) {
		size_t bytes = (size_t)(*fields - '0');

		swap(at + offset, bytes);
		offset += bytes;
	}
	return offset;
}

static void swap_words(unsigned char *at, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += 8)
		swap(at + i, 8);
}

/* Bytes of the record that begins with @word; *@text: those behind the word are characters. */
static size_t record_bytes(uint64_t word, int is_wide, int *text)
{
	unsigned kind = word & 3;

	*text = kind == 3 && (word >> 2 & 0x3f) == CSF_EXT_THREAD_NAME;
	if (word == 0)
		return 8;
	if (kind == 3)
		return 8 + 8 * (size_t)(word >> 8 & 0xff);
	return 8 + (kind == 2 ? 8u : 0u) + (is_wide ? 8u : 0u);
}

/* @is_window: one that was handed over says that nothing of it is used. */
static size_t swap_block(unsigned char *at, size_t room, int is_window)
{
	struct csf_block header;
	size_t offset = CSF_BLOCK_HEADER_BYTES;
	size_t bytes;

	memcpy(&header, at, sizeof(header));
	bytes = header.used_bytes || !is_window ? header.used_bytes : offset;
	if (header.magic != CSF_BLOCK_MAGIC || bytes < offset || bytes > room) {
		fprintf(stderr, "swap_capture: no whole block\n");
		exit(1);
	}
	while (offset < bytes) {
		uint64_t word;
		size_t length;
		int is_text;

		memcpy(&word, at + offset, 8);
		length = record_bytes(word, header.flags & CSF_BLOCK_WIDE, &is_text);
		if (length > bytes - offset)
			length = bytes - offset;
		swap_words(at + offset, is_text ? 8 : length);
		offset += length;
	}
	swap_words(at + swap_fields(at, block_fields), sizeof(header.frames));
	return bytes;
}

static void swap_blocks(unsigned char *bytes, size_t size)
{
	for (size_t offset = 0; offset < size;)
		offset += swap_block(bytes + offset, size - offset, 0);
}

static void swap_live(unsigned char *bytes, size_t size)
{
	swap_fields(bytes, live_fields);
	for (size_t at = CSF_LIVE_HEADER_BYTES; at < size; at += CSF_BLOCK_BYTES) {
		uint32_t magic;

		memcpy(&magic, bytes + at, sizeof(magic));
		if (magic)
			swap_block(bytes + at, size - at, 1);
	}
}

static void swap_summary(unsigned char *bytes, size_t size)
{
	swap_fields(bytes, summary_fields);
	for (size_t at = CSF_SUMMARY_HEADER_BYTES; at < size; at += CSF_WINDOW_BYTES) {
		swap_fields(bytes + at, table_fields);
		swap_words(bytes + at + TABLE_WORDS_AT, CSF_WINDOW_BYTES - TABLE_WORDS_AT);
	}
}

static void swap_file(const char *folder, const char *name,
		      void (*change)(unsigned char *bytes, size_t size))
{
	static unsigned char bytes[128u << 20];
	char *path = NULL;
	FILE *file = asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : fopen(path, "r+");
	size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;

	if (!file || size == sizeof(bytes)) {
		fprintf(stderr, "swap_capture: %s cannot be read\n", path);
		exit(1);
	}
	if (size)
		change(bytes, size);
	rewind(file);
	if (fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
	free(path);
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		DIR *dir = opendir(argv[i]);
		struct dirent *entry;

		if (!dir) {
			perror(argv[i]);
			return 1;
		}
		while ((entry = readdir(dir)) != NULL) {
			if (strncmp(entry->d_name, "blocks-", 7) == 0)
				swap_file(argv[i], entry->d_name, swap_blocks);
			else if (strcmp(entry->d_name, "live.cst") == 0)
				swap_file(argv[i], entry->d_name, swap_live);
			else if (strcmp(entry->d_name, "summary.cst") == 0)
				swap_file(argv[i], entry->d_name, swap_summary);
		}
		closedir(dir);
	}
	return 0;
}
