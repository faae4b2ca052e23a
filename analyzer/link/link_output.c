/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open, fchmod */
#include "link_output.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hook_list.h"

/* What goes behind the part of the old file that stays. */
struct layout {
	Elf64_Ehdr header;
	Elf64_Shdr *sections; /* the old ones and ours */
	size_t count;         /* of the old ones */
	uint64_t cut;         /* bytes of the old file that stay */
	struct csa_buf tail;
};

static uint64_t hash(const struct csa_buf *bytes, uint64_t seed)
{
	uint64_t value = UINT64_C(0xcbf29ce484222325) ^ seed; /* FNV-1a, 64 bits */

	for (size_t i = 0; i < bytes->length; i++)
		value = (value ^ (unsigned char)bytes->data[i]) * UINT64_C(0x100000001b3);
	return value;
}

void csa_link_output_identify(struct csa_link_image *image, const struct csa_buf *note)
{
	size_t count = 0;
	uint8_t *id = csa_link_image_build_id(image, &count);

	for (size_t i = 0; i < count; i++)
		id[i] ^= (uint8_t)(hash(note, i / 8 + 1) >> (i % 8 * 8));
}

static int read_layout(struct layout *layout, const struct csa_link_image *image,
		       struct csa_err *err)
{
	const Elf64_Ehdr *header = &layout->header;
	uint64_t end;

	if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
		return csa_fail(err, CSA_E_UNSUPPORTED,
				"is of another byte order than this machine");
	memcpy(&layout->header, image->bytes, sizeof(layout->header));
	layout->count = header->e_shnum;
	end = header->e_shoff + layout->count * sizeof(Elf64_Shdr);
	if (layout->count == 0 || layout->count >= SHN_LORESERVE - 1 ||
	    header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shstrndx >= layout->count ||
	    header->e_shoff > image->size || end > image->size)
		return csa_fail(err, CSA_E_UNSUPPORTED,
				"has a table of sections that no section can be added to");
	layout->sections = calloc(layout->count + 1, sizeof(*layout->sections));
	if (!layout->sections)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for %zu sections", layout->count);
	memcpy(layout->sections, image->bytes + header->e_shoff,
	       layout->count * sizeof(*layout->sections));
	return 0;
}

/* Return: false = no end below the end of the file. */
static bool end_of(uint64_t offset, uint64_t size, uint64_t limit, uint64_t *end)
{
	*end = offset + size;
	return offset <= limit && size <= limit - offset;
}

/* The names and the table of sections are cut off when they are all of the file's end. */
static void find_cut(struct layout *layout, const struct csa_link_image *image)
{
	const Elf64_Ehdr *header = &layout->header;
	const Elf64_Shdr *names = &layout->sections[header->e_shstrndx];
	uint64_t table_end = header->e_shoff + layout->count * sizeof(Elf64_Shdr);
	uint64_t names_end = names->sh_offset + names->sh_size;
	uint64_t last_end = names_end > table_end ? names_end : table_end;
	uint64_t end;

	layout->cut = image->size;
	if (last_end != image->size ||
	    !end_of(header->e_phoff, (uint64_t)header->e_phnum * header->e_phentsize, image->size,
		    &end))
		return;
	for (size_t i = 1; i < layout->count; i++) {
		const Elf64_Shdr *section = &layout->sections[i];
		uint64_t section_end;

		if (i == header->e_shstrndx || section->sh_type == SHT_NOBITS)
			continue;
		if (!end_of(section->sh_offset, section->sh_size, image->size, &section_end))
			return;
		if (section_end > end)
			end = section_end;
	}
	if (end >= sizeof(*header) && end <= names->sh_offset && end <= header->e_shoff)
		layout->cut = end;
}

static void align(struct layout *layout, uint64_t bytes)
{
	uint64_t over = (layout->cut + layout->tail.length) % bytes;

	for (uint64_t i = over; over && i < bytes; i++)
		csa_buf_add_char(&layout->tail, '\0');
}

static uint64_t end_offset(const struct layout *layout)
{
	return layout->cut + layout->tail.length;
}

static int make_tail(struct layout *layout, const struct csa_link_image *image,
		     const struct csa_buf *note, struct csa_err *err)
{
	Elf64_Shdr *names = &layout->sections[layout->header.e_shstrndx];
	const char *old_names;
	Elf64_Shdr *own = &layout->sections[layout->count];

	if (names->sh_offset > image->size || names->sh_size > image->size - names->sh_offset)
		return csa_fail(err, CSA_E_FORMAT, "names of sections beyond the end of the file");
	old_names = (const char *)image->bytes + names->sh_offset;
	align(layout, 4);
	*own = (Elf64_Shdr){
		.sh_name = (Elf64_Word)names->sh_size,
		.sh_type = SHT_NOTE,
		.sh_offset = end_offset(layout),
		.sh_size = note->length,
		.sh_addralign = 4,
	};
	csa_buf_add(&layout->tail, note->data, note->length);
	names->sh_offset = end_offset(layout);
	csa_buf_add(&layout->tail, old_names, names->sh_size);
	csa_buf_add(&layout->tail, CSA_HOOK_LIST_SECTION, sizeof(CSA_HOOK_LIST_SECTION));
	names->sh_size += sizeof(CSA_HOOK_LIST_SECTION);
	align(layout, 8);
	layout->header.e_shoff = end_offset(layout);
	layout->header.e_shnum++;
	csa_buf_add(&layout->tail, layout->sections,
		    (layout->count + 1) * sizeof(*layout->sections));
	if (layout->tail.failed)
		return csa_fail(err, CSA_E_NOMEM, "out of memory for the end of the file");
	return 0;
}

static bool write_all(int fd, const void *bytes, size_t count)
{
	const char *at = bytes;

	while (count) {
		ssize_t written = write(fd, at, count);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return false;
		at += written;
		count -= (size_t)written;
	}
	return true;
}

static bool write_parts(int fd, const struct layout *layout, const struct csa_link_image *image,
			mode_t mode)
{
	size_t header_bytes = sizeof(layout->header);

	return write_all(fd, &layout->header, header_bytes) &&
	       write_all(fd, image->bytes + header_bytes, layout->cut - header_bytes) &&
	       write_all(fd, layout->tail.data, layout->tail.length) && fchmod(fd, mode) == 0;
}

static int replace(const char *path, const struct layout *layout,
		   const struct csa_link_image *image, struct csa_err *err)
{
	struct csa_buf name;
	struct stat status = { 0 };
	int fd = -1;
	int rc = 0;
	bool is_written;

	csa_buf_init(&name);
	csa_buf_add_fmt(&name, "%s.callsight-%ld", path, (long)getpid());
	if (name.failed)
		rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	else if (stat(path, &status) != 0 ||
		 (fd = open(name.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
			    0600)) < 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", name.data, strerror(errno));
	if (rc < 0)
		goto out;
	is_written = write_parts(fd, layout, image, status.st_mode & 07777);
	if (close(fd) != 0 || !is_written || rename(name.data, path) != 0) {
		rc = csa_fail(err, CSA_E_IO, "%s: %s", name.data, strerror(errno));
		unlink(name.data);
	}
out:
	csa_buf_release(&name);
	return rc;
}

static int check_first(const struct csa_link_image *image, struct csa_err *err)
{
	struct csa_hook_list old;
	int rc = csa_hook_list_read(&old, image->elf, err);

	if (rc == 0 && old.is_there)
		rc = csa_fail(err, CSA_E_UNSUPPORTED, "has a list of hooks already");
	csa_hook_list_release(&old);
	return rc;
}

int csa_link_output_write(const struct csa_link_image *image, const struct csa_buf *note,
			  const char *path, struct csa_err *err)
{
	struct layout layout = { 0 };
	int rc = check_first(image, err);

	csa_buf_init(&layout.tail);
	if (rc == 0)
		rc = read_layout(&layout, image, err);
	if (rc == 0) {
		find_cut(&layout, image);
		rc = make_tail(&layout, image, note, err);
	}
	if (rc == 0)
		rc = replace(path, &layout, image, err);
	free(layout.sections);
	csa_buf_release(&layout.tail);
	return rc;
}
