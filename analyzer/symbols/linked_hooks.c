/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* O_CLOEXEC */
#include "linked_hooks.h"

#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buf.h"
#include "elf_module.h"
#include "hook_list.h"

static int name_hooks(struct csa_linked_hooks *hooks, const struct csa_hook_list *list,
		      struct csa_elf_module *module, struct csa_err *err)
{
	hooks->items = calloc(list->count + 1, sizeof(*hooks->items));
	if (!hooks->items || !module)
		return csa_fail(err, CSA_E_NOMEM, "no memory for the list of hooks");
	for (size_t i = 0; i < list->count; i++) {
		struct csa_symbol symbol;
		const char *unit = NULL;

		/* A function without a symbol has nothing to compare: only its number is known. */
		if (!csa_elf_module_function(module, list->items[i].addr, &symbol))
			continue;
		/* That of a symbol table ends with the module. */
		if (symbol.unit)
			unit = csa_text_pool_add(&hooks->pool, symbol.unit, strlen(symbol.unit));
		if (symbol.unit && !unit)
			return csa_fail(err, CSA_E_NOMEM, "no memory for the list of hooks");
		hooks->items[hooks->count++] =
			(struct csa_linked_hook){ .name = symbol.plain_name,
						  .file = symbol.file,
						  .unit = unit,
						  .line = symbol.line,
						  .mark = list->items[i].mark };
	}
	return 0;
}

static void add_build_id(Elf *elf, struct csa_buf *out)
{
	const void *bytes;
	ssize_t count = dwelf_elf_gnu_build_id(elf, &bytes);

	for (ssize_t i = 0; i < count; i++)
		csa_buf_add_fmt(out, "%02x", ((const unsigned char *)bytes)[i]);
}

/* A stripped program has its names in a debug file. */
static const struct csa_symbol_sources usual_places;

static int read_elf(struct csa_linked_hooks *hooks, const char *path, Elf *elf, struct csa_err *err)
{
	struct csa_module_map map = { .path = path };
	struct csa_hook_list list = { 0 };
	struct csa_elf_module *module;
	struct csa_buf id;
	int rc;

	if (elf_kind(elf) != ELF_K_ELF)
		return csa_fail(err, CSA_E_FORMAT, "not an ELF file");
	rc = csa_hook_list_read(&list, elf, err);
	if (rc == 0 && !list.is_there)
		rc = csa_fail(err, CSA_E_ABSENT,
			      "no list of hooks in it: 'callsight link' did not link it");
	if (rc == 0) {
		csa_buf_init(&id);
		add_build_id(elf, &id);
		map.build_id = id.data;
		module = csa_elf_module_new(&map, &usual_places, &hooks->pool);
		rc = name_hooks(hooks, &list, module, err);
		csa_elf_module_free(module);
		csa_buf_release(&id);
	}
	csa_hook_list_release(&list);
	return rc;
}

int csa_linked_hooks_read(struct csa_linked_hooks *hooks, const char *path, struct csa_err *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf;
	int rc;

	*hooks = (struct csa_linked_hooks){ 0 };
	if (fd < 0)
		return csa_fail(err, errno == ENOENT ? CSA_E_ABSENT : CSA_E_IO, "%s: %s", path,
				strerror(errno));
	(void)elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	rc = elf ? read_elf(hooks, path, elf, err)
		 : csa_fail(err, CSA_E_FORMAT, "%s", elf_errmsg(-1));
	if (rc < 0)
		csa_err_context(err, "%s", path);
	elf_end(elf);
	close(fd);
	return rc;
}

void csa_linked_hooks_release(struct csa_linked_hooks *hooks)
{
	free(hooks->items);
	csa_text_pool_release(&hooks->pool);
	*hooks = (struct csa_linked_hooks){ 0 };
}
