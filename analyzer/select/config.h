/* SPDX-License-Identifier: MIT */
/*
 * trace.config, read into rules. Only the text is looked at here: which files and functions a
 * rule matches is decided in choose.h.
 *
 * One directive a line, words separated by blanks, "..." around words with blanks (\" and \\
 * inside), '#' begins a comment where a word could begin. CRLF and a UTF-8 mark are tolerated.
 */
#ifndef CSA_CONFIG_H
#define CSA_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buf.h"
#include "err.h"

enum csa_rule_kind {
	CSA_RULE_INCLUDE,
	CSA_RULE_EXCLUDE,
	CSA_RULE_INCLUDE_FUNC,
	CSA_RULE_EXCLUDE_FUNC,
	CSA_RULE_EXCLUDE_SMALL,
	CSA_RULE_INCLUDE_SYSTEM,
	CSA_RULE_THREAD,
};

#define CSA_DEPTH_ALL UINT32_MAX

struct csa_rule {
	enum csa_rule_kind kind;
	uint32_t line;
	char *text;         /* pattern or name; NULL where the directive has none; ours */
	uint32_t number;    /* include-func: depth; exclude-small: lines */
	uint32_t hits;      /* files or functions that the text names; counted in choose.c */
	uint32_t functions; /* that it selects or leaves out, as far as it goes; also there */
};

struct csa_config {
	char *path; /* as given */
	struct csa_rule *items;
	uint32_t count;
	uint32_t capacity;
	bool has_include;      /* an include line is there */
	bool has_include_func; /* an include-func line is there */
	bool has_system;       /* include-system is there */
	uint32_t small_rule;   /* index of the last exclude-small plus 1; 0: none */
};

/**
 * csa_config_read() - read a file.
 * @config: filled; release it in every case
 * @notes: gets one line "FILE:LINE: warning: ..." for each directive of a later version
 *
 * Return: 0; CSA_E_CONFIG with "FILE:LINE: error: ..." in @err; CSA_E_IO; CSA_E_NOMEM.
 */
int csa_config_read(struct csa_config *config, const char *path, struct csa_buf *notes,
		    struct csa_err *err);

/** csa_config_parse() - the same from memory; @path is used in messages only. */
int csa_config_parse(struct csa_config *config, const char *path, const char *text, size_t length,
		     struct csa_buf *notes, struct csa_err *err);

void csa_config_release(struct csa_config *config);

/** csa_config_selects_all() - is what no line names selected? @config: NULL for no trace.config */
static inline bool csa_config_selects_all(const struct csa_config *config)
{
	return !config || (!config->has_include && !config->has_include_func);
}

#endif
