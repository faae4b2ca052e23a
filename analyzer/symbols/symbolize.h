/* SPDX-License-Identifier: MIT */
/*
 * From run-time addresses to function names and source places, by the ELF files and the DWARF of
 * the modules that a process had loaded, and to names that the program gave itself. Not for stacks and
 * not for anything that runs: only files on disk are read.
 *
 * An object of this kind is one address space: the modules of one process. Processes of one capture
 * share files, names and module numbers through csa_symbols_share().
 *
 * All functions but csa_symbols_free() may be called from several threads at a time, also on objects
 * that share. Every string and structure that is handed out stays valid and unchanged until the last
 * of the objects that share is freed, and is UTF-8: bytes that are not become U+FFFD.
 */
#ifndef CSA_SYMBOLIZE_H
#define CSA_SYMBOLIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"
#include "hook_mark.h"
#include "symbol_sources.h"

#define CSA_NO_MODULE UINT32_MAX

struct csa_symbols;

/** One line "load" of a capture's file modules. */
struct csa_module_map {
	const char *path;     /* as recorded, all bytes; copied */
	const char *build_id; /* hexadecimal; NULL or "": the module that ran had none */
	bool has_stat;        /* without build-id: the next two are known */
	uint64_t file_bytes;  /* size of the file, and when it was changed last, as it ran */
	uint64_t file_changed_ns;
	uint64_t bias;     /* link-time address = run-time address - bias */
	uint64_t start_ip; /* first address of the mapped image */
	uint64_t end_ip;   /* first address beyond it */
	uint64_t load_ticks;
	uint64_t unload_ticks; /* UINT64_MAX: never */
	uint64_t
		started_realtime_ns; /* CLOCK_REALTIME when the process began; 0: not known. Without
					 all of these, a file that changed later gives no names. */
};

enum csa_symbol_kind {
	CSA_SYMBOL_FUNCTION, /* also an address that nothing is known about */
	CSA_SYMBOL_NAME,     /* a descriptor that the program made: scope, mark, frame, value */
};

struct csa_symbol {
	enum csa_symbol_kind kind;
	const char *name;         /* demangled, without clone suffix; never NULL */
	const char *plain_name;   /* as trace.config writes it: qualified C++ name without return
				     type, parameters and template arguments; C: the same as name */
	const char *linkage_name; /* as in the symbol table, with clone suffix; NULL when unknown */
	const char *file; /* of the declaration; absolute where DWARF says so; may be NULL */
	const char
		*given_file; /* the same before it was joined to the folder where the compiler ran,
				   which a compiler cache can have from another build; or NULL */
	const char *unit;    /* local symbol: its source file's name as the symbol table has it,
				without folder; NULL: global, or not known */
	unsigned line;       /* 0: not known */
	unsigned module;     /* for csa_symbols_module(), or CSA_NO_MODULE */
	uint64_t addr;       /* link-time start of the function; unknown name: of the address */
	uint64_t size;       /* bytes, 0: not known */
	bool is_resume; /* the piece of a coroutine that runs when it is resumed, and at its start */
	enum csa_hook_mark hooks; /* what the link step left in the module's list */
	uint64_t group_addr; /* addr of the function that a clone (.constprop .isra .part .cold, a
				     coroutine's piece) was made of, or of the first descriptor that
				     says the same, else addr: (module, group_addr) is one row */
};

/** A function that a call stands in, and where in it. */
struct csa_frame {
	const char *function; /* as csa_symbol.name, or the address; never NULL */
	const char *file;     /* NULL: no debug information */
	unsigned line;        /* 0: not known */
	bool is_inlined;      /* into the next frame */
};

struct csa_place {
	const char *function; /* that the call stands in, the innermost when it was inlined; as
				 csa_symbol.name or an address, never NULL */
	bool is_inlined;      /* it was: the code is in another function's */
	const char *file;     /* NULL: no debug information for this address */
	unsigned line;        /* 0: not known */
	unsigned module;      /* or CSA_NO_MODULE */
	uint64_t addr;        /* link-time address of the call: one less than that of the return */
};

struct csa_module_info {
	const char *path;
	const char *build_id; /* as recorded; NULL: none */
	const char
		*names_from; /* "symbol table and DWARF of the file", ...; NULL: not opened yet */
	const char *warning; /* one line, names the module; NULL: none, or not opened yet */
	bool has_names;      /* false: every function of it is "module+0xaddress" */
	bool is_missing;     /* there is no file of it in any place */
	uint64_t start_addr; /* link-time range of its image */
	uint64_t end_addr;
};

/**
 * csa_symbols_new() - an empty address space.
 * csa_symbols_share() - one more, for another process of the same capture.
 * @from: its files, names and module numbers are used by both from now on; it may be freed first
 *
 * Return: 0, or CSA_E_NOMEM, CSA_E_SYSTEM; then *@out is NULL.
 */
int csa_symbols_new(struct csa_symbols **out, struct csa_err *err);
int csa_symbols_share(struct csa_symbols **out, struct csa_symbols *from, struct csa_err *err);

/**
 * csa_symbols_set_sources() - where files are looked for, of all objects that share.
 * @sources: copied; what it points to stays valid until the last of them is freed
 *
 * Before an address is asked for.
 */
void csa_symbols_set_sources(struct csa_symbols *s, const struct csa_symbol_sources *sources);

/** csa_symbols_free() - @s may be NULL. No other thread may be using @s. */
void csa_symbols_free(struct csa_symbols *s);

/**
 * csa_symbols_add_module() - say that a module was mapped.
 *
 * Cheap: the file is opened when the first address in it is asked for. Maps may come in any order
 * and may overlap when their times do not. Maps of the same path and build-id are one module.
 *
 * Return: 0, CSA_E_NOMEM, or CSA_E_FORMAT for an image without addresses.
 */
int csa_symbols_add_module(struct csa_symbols *s, const struct csa_module_map *map,
			   struct csa_err *err);

/**
 * csa_symbols_add_told() - a module that somebody else has asked about: only csa_symbols_module() knows it.
 * @info: its strings outlive all objects that share
 *
 * Return: 0 or CSA_E_NOMEM. It has the next number.
 */
int csa_symbols_add_told(struct csa_symbols *s, const struct csa_module_info *info,
			 struct csa_err *err);

/**
 * csa_symbols_function() - the function that @ip lies in, or the name whose descriptor begins there.
 * @ip: run-time address; for the caller of a call site pass its return address - 1
 * @ticks: when @ip was in use. A module that was not there at this time but covers @ip is used when
 *         no other was (hooks run before a module's constructor and after its destructor).
 * @out: always filled
 *
 * Finding a name the first time reads files and costs up to some ms; after that, a binary search.
 *
 * Return: 1 = known; 0 = unknown: name is "module+0xaddress" (link-time address), or "0xip" when no
 * module covers @ip.
 */
int csa_symbols_function(struct csa_symbols *s, uint64_t ip, uint64_t ticks,
			 struct csa_symbol *out);

/**
 * csa_symbols_name() - the name that the descriptor at @ip gives, see csa_name_table_read().
 * @out: always filled, kind CSA_SYMBOL_NAME
 *
 * Return: 1 = known; 0 = no descriptor there: name is an address, as above.
 */
int csa_symbols_name(struct csa_symbols *s, uint64_t ip, uint64_t ticks, struct csa_symbol *out);

/**
 * csa_symbols_place() - source file and line of a call.
 * @return_ip: return address of the call, without CSF_CALLSITE_INLINED; the byte before it is looked up
 * @ticks: as above
 * @out: always filled
 *
 * Return: 1 = file and line known, 0 = not.
 */
int csa_symbols_place(struct csa_symbols *s, uint64_t return_ip, uint64_t ticks,
		      struct csa_place *out);

/**
 * csa_symbols_frames() - the functions that a call stands in, with what was inlined.
 * @return_ip, @ticks: as above
 * @out: @max of them, the innermost first; the last one is the function whose code it is
 *
 * Return: how many, at least 1 where @max is.
 */
size_t csa_symbols_frames(struct csa_symbols *s, uint64_t return_ip, uint64_t ticks,
			  struct csa_frame *out, size_t max);

/**
 * csa_symbols_module_count() - modules known so far, of all objects that share.
 * csa_symbols_module() - facts about one.
 * csa_symbols_module_at() - the one that covers @ip at @ticks, or CSA_NO_MODULE.
 * csa_symbols_open() - read its file now, for the facts, without an address that asks for it.
 * @module: below the count
 *
 * A module's names_from and warning are known after the first lookup of an address in it: what
 * nobody asked about needs no warning.
 */
unsigned csa_symbols_module_count(struct csa_symbols *s);
void csa_symbols_module(struct csa_symbols *s, unsigned module, struct csa_module_info *out);
unsigned csa_symbols_module_at(struct csa_symbols *s, uint64_t ip, uint64_t ticks);
void csa_symbols_open(struct csa_symbols *s, unsigned module);

#endif
