/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open, fchmod */
#include "link_output.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_text.h"
#include "hook_list.h"

#define COPY_UNIT 4096u

/* What goes behind the old file, which stays as it is but for its header and what was silenced. */
struct layout {
	Elf64_Ehdr header;
	Elf64_Shdr *sections; /* the old ones and ours */
	size_t count;         /* of the old ones */
	uint64_t old_bytes;   /* of the file */
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

static void align(struct layout *layout, uint64_t bytes)
{
	uint64_t over = (layout->old_bytes + layout->tail.length) % bytes;

	for (uint64_t i = over; over && i < bytes; i++)
		csa_buf_add_char(&layout->tail, '\0');
}

static uint64_t end_offset(const struct layout *layout)
{
	return layout->old_bytes + layout->tail.length;
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

static bool write_parts(int fd, const struct layout *layout, const struct csa_link_image *image,
			mode_t mode)
{
	size_t header_bytes = sizeof(layout->header);

	return csa_write_all(fd, &layout->header, header_bytes) &&
	       csa_write_all(fd, image->bytes + header_bytes, layout->old_bytes - header_bytes) &&
	       csa_write_all(fd, layout->tail.data, layout->tail.length) && fchmod(fd, mode) == 0;
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

static bool write_at(int fd, const void *bytes, size_t count, uint64_t offset)
{
	const char *at = bytes;

	while (count) {
		ssize_t written = pwrite(fd, at, count, (off_t)offset);

		if (written < 0 && errno == EINTR)
			continue;
		if (written <= 0)
			return false;
		at += written;
		offset += (uint64_t)written;
		count -= (size_t)written;
	}
	return true;
}

/* Only what differs: untouched pages are neither read from disk nor written. */
static void copy_changes(uint8_t *to, const uint8_t *from, uint64_t offset, uint64_t bytes)
{
	for (uint64_t end = offset + bytes; offset < end;) {
		uint64_t next = (offset / COPY_UNIT + 1) * COPY_UNIT;
		size_t count = (size_t)((next < end ? next : end) - offset);

		if (memcmp(to + offset, from + offset, count) != 0)
			memcpy(to + offset, from + offset, count);
		offset += count;
	}
}

static bool patch_code(int fd, const struct csa_link_image *image)
{
	size_t id_bytes = 0;
	const uint8_t *id = csa_link_image_build_id(image, &id_bytes);
	uint8_t *map = mmap(NULL, image->size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (map == MAP_FAILED)
		return false;
	for (size_t i = 0; i < image->sections.count; i++) {
		const struct csa_link_section *section = &image->sections.items[i];

		if (section->is_code)
			copy_changes(map, image->bytes, section->offset, section->size);
	}
	if (id)
		copy_changes(map, image->bytes, (uint64_t)(id - image->bytes), id_bytes);
	munmap(map, image->size);
	return true;
}

/*
 * Half the time of writing the file anew. What is new is written behind the old end first, the
 * header that points there last; meanwhile the program cannot be executed, so that a build that is
 * killed here leaves none that runs with half of its hooks.
 *
 * Return: 1 = done; 0 = not possible in this way, the file is as it was; CSA_E_IO.
 */
static int patch_in_place(const char *path, const struct layout *layout,
			  const struct csa_link_image *image, struct csa_err *err)
{
	struct stat status = { 0 };
	int fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
	int rc = 0;

	/* Of a file with more names another one may lie in a cache. */
	if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || status.st_nlink != 1 ||
	    (uint64_t)status.st_size != image->size || fchmod(fd, status.st_mode & 0666) != 0)
		goto out;
	if (write_at(fd, layout->tail.data, layout->tail.length, layout->old_bytes) &&
	    patch_code(fd, image)) {
		rc = 1;
		if (!write_at(fd, &layout->header, sizeof(layout->header), 0))
			rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	} else if (ftruncate(fd, status.st_size) != 0) {
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
	}
	if (fchmod(fd, status.st_mode & 07777) != 0)
		rc = csa_fail(err, CSA_E_IO, "%s: %s", path, strerror(errno));
out:
	if (fd >= 0)
		close(fd);
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
		layout.old_bytes = image->size;
		rc = make_tail(&layout, image, note, err);
	}
	if (rc == 0)
		rc = patch_in_place(path, &layout, image, err);
	if (rc == 0)
		rc = replace(path, &layout, image, err);
	free(layout.sections);
	csa_buf_release(&layout.tail);
	return rc < 0 ? rc : 0;
}
