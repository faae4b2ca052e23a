/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "modules.h"

#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "clock.h"
#include "lock.h"
#include "mapping.h"
#include "process.h"
#include "sink.h"
#include "slots.h"
#include "syscalls.h"
#include "text.h"
#include "trigger.h"

#define BUILD_ID_MAX 32u
#define PATH_BYTES   4096u
#define ARENA_BYTES  65536u

struct module {
	struct module *next;
	uint64_t bias;
	uint64_t start;
	uint64_t end;
	uint64_t load_ticks;
	bool is_loaded;
	size_t path_bytes; /* that path has room for */
	unsigned build_id_bytes;
	unsigned char build_id[BUILD_ID_MAX];
	uint64_t file_bytes; /* without build-id: of the file at the path; 0: not known */
	uint64_t file_changed_ns;
	char path[]; /* absolute where it can be known */
};

/* All below: written with the lock held and signals blocked. Entries are never freed, but used again. */
static struct module *modules;
static struct module **last_link = &modules;
static char *arena;
static size_t arena_left;
static struct csr_lock lock;
static bool is_exiting;        /* set once, by the thread that ends the program */
static uint64_t program_start; /* the executable's image; 0: it is not listed */
static uint64_t program_end;
static bool is_listing; /* from the start of a capture's list on */
static char path_bytes[PATH_BYTES];
static char line_bytes[2 * PATH_BYTES]; /* static: stacks of threads may be small */

CSR_FN static void *allocate(size_t bytes)
{
	void *at;

	bytes = (bytes + 15) & ~(size_t)15;
	if (bytes > arena_left) {
		char *mapped = csr_map_private(ARENA_BYTES, 0);

		if (!mapped)
			return NULL;
		arena = mapped;
		arena_left = ARENA_BYTES;
	}
	at = arena;
	arena += bytes;
	arena_left -= bytes;
	return at;
}

/* What tells the file of a module without build-id from a later one of its path. */
CSR_FN static void write_file_facts(const struct module *module)
{
	char line[80];
	struct csr_text text;

	if (!module->file_bytes)
		return;
	csr_text_init(&text, line, sizeof(line));
	csr_text_add(&text, "file\t");
	csr_text_add_hex(&text, module->start);
	csr_text_add_char(&text, '\t');
	csr_text_add_hex(&text, module->file_bytes);
	csr_text_add_char(&text, '\t');
	csr_text_add_hex(&text, module->file_changed_ns);
	csr_text_add_char(&text, '\n');
	csr_sink->add_modules(line, text.length);
}

CSR_FN static void write_load(const struct module *module)
{
	struct csr_text text;

	csr_text_init(&text, line_bytes, sizeof(line_bytes));
	csr_text_add(&text, "load\t");
	csr_text_add_hex(&text, module->load_ticks);
	csr_text_add_char(&text, '\t');
	csr_text_add_hex(&text, module->bias);
	csr_text_add_char(&text, '\t');
	csr_text_add_hex(&text, module->start);
	csr_text_add_char(&text, '\t');
	csr_text_add_hex(&text, module->end);
	csr_text_add_char(&text, '\t');
	for (unsigned i = 0; i < module->build_id_bytes; i++) {
		csr_text_add_char(&text, "0123456789abcdef"[module->build_id[i] >> 4]);
		csr_text_add_char(&text, "0123456789abcdef"[module->build_id[i] & 15]);
	}
	csr_text_add(&text, module->build_id_bytes ? "\t" : "-\t");
	for (const char *c = module->path; *c; c++) {
		unsigned char byte = (unsigned char)*c;

		if (byte >= 0x20 && byte != 0x7f && byte != '\\') {
			csr_text_add_char(&text, *c);
			continue;
		}
		csr_text_add(&text, "\\x");
		csr_text_add_char(&text, "0123456789abcdef"[byte >> 4]);
		csr_text_add_char(&text, "0123456789abcdef"[byte & 15]);
	}
	csr_text_add_char(&text, '\n');
	csr_sink->add_modules(line_bytes, text.length);
	write_file_facts(module);
}

/* Two modules whose code is the same in the low 42 bits need wide records. */
CSR_FN static void look_for_collision(const struct module *added)
{
	const uint64_t mask = CSF_ADDRESS_MASK;

	for (const struct module *m = modules; m; m = m->next) {
		if (m == added || !m->is_loaded ||
		    m->start >> CSF_ADDRESS_BITS == added->start >> CSF_ADDRESS_BITS)
			continue;
		if ((m->start & mask) < (added->end & mask) &&
		    (added->start & mask) < (m->end & mask)) {
			csr_process.is_wide = true;
			csr_slots_hurry();
		}
	}
}

/* The next note after the one at @at; NULL when it does not lie below @end. */
CSR_FN static const char *next_note(const char *at, const char *end, size_t align)
{
	const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
	size_t left = (size_t)(end - at);
	size_t bytes = sizeof(*note) + ((note->n_namesz + align - 1) & ~(align - 1)) +
		       ((note->n_descsz + align - 1) & ~(align - 1));

	return note->n_namesz <= left && note->n_descsz <= left && bytes <= left ? at + bytes
										 : NULL;
}

CSR_FN static void read_build_id(struct module *module, const struct dl_phdr_info *info)
{
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];
		const char *at = (const char *)(info->dlpi_addr + phdr->p_vaddr);
		const char *end = at + phdr->p_memsz;
		size_t align = phdr->p_align == 8 ? 8 : 4;

		if (phdr->p_type != PT_NOTE)
			continue;
		while (at && (size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
			const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
			const char *name = at + sizeof(*note);

			at = next_note(at, end, align);
			if (!at || note->n_type != NT_GNU_BUILD_ID || note->n_namesz != 4 ||
			    !csr_equal(name, "GNU") || note->n_descsz > BUILD_ID_MAX)
				continue;
			csr_copy(module->build_id, name + 4, note->n_descsz);
			module->build_id_bytes = note->n_descsz;
			return;
		}
	}
}

CSR_FN static void read_file_facts(struct module *module)
{
	struct statx status;
	long rc;

	module->file_bytes = 0;
	if (module->build_id_bytes || module->path[0] != '/')
		return;
	status.stx_mtime.tv_sec = -1;
	rc = csr_sys(SYS_statx, AT_FDCWD, module->path, 0, STATX_SIZE | STATX_MTIME, &status);
	if (CSR_IS_ERROR(rc) || status.stx_mtime.tv_sec < 0)
		return;
	module->file_bytes = status.stx_size;
	module->file_changed_ns =
		(uint64_t)status.stx_mtime.tv_sec * 1000000000u + status.stx_mtime.tv_nsec;
}

CSR_FN static bool has_slash(const char *name)
{
	while (*name && *name != '/')
		name++;
	return *name == '/';
}

/* The loader names the executable "" and libraries as they were asked for. */
CSR_FN static void absolute_path(const char *name, char path[PATH_BYTES])
{
	struct csr_text text;
	long count;

	csr_text_init(&text, path, PATH_BYTES);
	if (!*name) {
		count = csr_sys(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", path, PATH_BYTES - 1);
		path[CSR_IS_ERROR(count) ? 0 : count] = '\0';
		return;
	}
	if (*name != '/' && has_slash(name)) { /* "linux-vdso.so.1" is no file */
		count = csr_sys(SYS_getcwd, path, PATH_BYTES - 1); /* with its NUL */
		if (CSR_IS_ERROR(count) || count < 1)
			count = 1;
		path[count - 1] = '/';
		path[count] = '\0';
		text.length = (size_t)count;
	}
	csr_text_add(&text, name);
}

CSR_FN static void image_range(const struct dl_phdr_info *info, uint64_t *start, uint64_t *end)
{
	*start = UINT64_MAX;
	*end = 0;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];
		uint64_t at = info->dlpi_addr + phdr->p_vaddr;

		if (phdr->p_type != PT_LOAD)
			continue;
		if (at < *start)
			*start = at;
		if (at + phdr->p_memsz > *end)
			*end = at + phdr->p_memsz;
	}
}

CSR_FN static bool is_listed(uint64_t start)
{
	for (const struct module *m = modules; m; m = m->next) {
		if (m->is_loaded && m->start == start)
			return true;
	}
	return false;
}

/* An entry in the list: that of a module that was unloaded, or a new one at the end. */
CSR_FN static struct module *new_module(size_t bytes)
{
	struct module *module = modules;

	while (module && (module->is_loaded || module->path_bytes < bytes))
		module = module->next;
	if (!module) {
		module = allocate(sizeof(*module) + bytes);
		if (!module)
			return NULL;
		csr_zero(module, sizeof(*module));
		module->path_bytes = bytes;
		*last_link = module;
		last_link = &module->next;
	}
	module->build_id_bytes = 0;
	return module;
}

/* dl_iterate_phdr callback: lists the module unless it is; the lock is held. */
CSR_FN static int list_module(struct dl_phdr_info *info, size_t size, void *only)
{
	uint64_t wanted = *(const uint64_t *)only;
	struct module *module;
	uint64_t start;
	uint64_t end;

	(void)size;
	image_range(info, &start, &end);
	if (end == 0 || is_listed(start) || (wanted && (wanted < start || wanted >= end)))
		return 0;
	absolute_path(info->dlpi_name ? info->dlpi_name : "", path_bytes);
	module = new_module(csr_length(path_bytes) + 1);
	if (!module)
		return 0;
	module->bias = info->dlpi_addr;
	module->start = start;
	module->end = end;
	module->load_ticks = csr_clock_read();
	module->is_loaded = true;
	if (!info->dlpi_name || !*info->dlpi_name) {
		program_start = start;
		program_end = end;
	}
	csr_copy(module->path, path_bytes, csr_length(path_bytes) + 1);
	read_build_id(module, info);
	read_file_facts(module);
	look_for_collision(module);
	csr_trigger_add_module(module->path, module->bias);
	write_load(module);
	return 0;
}

CSR_FN void csr_modules_start(void)
{
	uint64_t all = 0;

	/* A module that comes later registers itself, even while the capture is still being made. */
	csr_lock_take(&lock);
	is_listing = true;
	dl_iterate_phdr(list_module, &all);
	csr_trigger_say_missing();
	csr_lock_give(&lock);
}

CSR_FN void csr_modules_restart_in_child(void)
{
	for (const struct module *m = modules; m; m = m->next) {
		if (m->is_loaded)
			write_load(m);
	}
}

CSR_FN void csr_modules_disown(void)
{
	lock = (struct csr_lock){ 0 }; /* its holder may have stayed in the parent */
}

CSR_FN void csr_module_load(const void *address)
{
	uint32_t state = __atomic_load_n(&csr_process.state, __ATOMIC_ACQUIRE);
	uint64_t wanted = (uintptr_t)address;
	uint64_t signals;

	if (state != CSR_STATE_RECORDING && state != CSR_STATE_STARTING)
		return;
	signals = csr_signals_block();
	/* A child of fork makes a list of its own first: the file is the parent's, and the lock may be
	 * held by a thread that does not exist here. */
	if (state == CSR_STATE_STARTING || csr_process_is_owner() ||
	    csr_process_restart_in_child()) {
		csr_lock_take(&lock);
		if (is_listing)
			dl_iterate_phdr(list_module, &wanted);
		csr_lock_give(&lock);
	}
	csr_signals_restore(signals);
}

CSR_FN static void write_unload(const struct module *module)
{
	char line[64];
	struct csr_text text;

	csr_text_init(&text, line, sizeof(line));
	csr_text_add(&text, "unload\t");
	csr_text_add_hex(&text, csr_clock_read());
	csr_text_add_char(&text, '\t');
	csr_text_add_hex(&text, module->start);
	csr_text_add_char(&text, '\n');
	csr_sink->add_modules(line, text.length);
}

CSR_FN void csr_module_unload(const void *address)
{
	uint64_t at = (uintptr_t)address;
	uint64_t signals;
	bool is_owner;

	if (__atomic_load_n(&csr_process.state, __ATOMIC_ACQUIRE) != CSR_STATE_RECORDING)
		return;
	/* The program's destructors run first: nothing is unmapped from here on, and hooks of later
	 * destructors still need the modules. No system call: a sandbox may end the program for it. */
	is_exiting = is_exiting || (at >= program_start && at < program_end);
	if (is_exiting)
		return;
	signals = csr_signals_block();
	/* A child of fork without hooks makes no capture for what it unloads, least of all at its
	 * end; the file and perhaps the lock are its parent's. */
	is_owner = csr_process_is_owner();
	if (is_owner)
		csr_lock_take(&lock);
	for (struct module *m = modules; m; m = m->next) {
		if (!m->is_loaded || at < m->start || at >= m->end)
			continue;
		m->is_loaded = false;
		csr_trigger_remove_module(m->start, m->end);
		if (is_owner)
			write_unload(m);
	}
	if (is_owner)
		csr_lock_give(&lock);
	csr_signals_restore(signals);
}
