/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include "cmd_gate_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "baseline.h"
#include "file_text.h"

/* What is wrong is no failure of an update where what it overwrites is a baseline, or nothing. Return: @rc, or 0. */
static int forgive(const struct csa_cmd *cmd, const struct csa_buf *text, int rc,
		   struct csa_err *err)
{
	if (rc == CSA_E_FORMAT && csa_baseline_is_one(text->data))
		csa_cmd_say(cmd, "%s; it is written anew", err->msg);
	else if (rc != CSA_E_ABSENT)
		return rc;
	*err = (struct csa_err){ 0 };
	return 0;
}

/* What can be done about a baseline that is damaged. */
static void add_remedy(const struct csa_buf *text, int rc, struct csa_err *err)
{
	size_t length = strlen(err->msg);

	if (rc == CSA_E_FORMAT && csa_baseline_is_one(text->data))
		snprintf(err->msg + length, sizeof(err->msg) - length,
			 "; --update records it again");
}

int csa_gate_file_read(const struct csa_cmd *cmd, struct csa_gate_set *set, const char *path,
		       bool is_update, struct csa_err *err)
{
	struct csa_buf text;
	int rc;

	csa_buf_init(&text);
	rc = csa_file_text_read(&text, path, err);
	if (rc == 0) {
		rc = csa_baseline_read(set, text.data, text.length, err);
		if (rc < 0)
			csa_err_context(err, "%s", path);
	} else if (rc == CSA_E_ABSENT) {
		csa_err_context(err, "there is no baseline yet, --update (or the target "
				     "callsight-baseline) records one");
	}
	if (rc == 0)
		rc = 1;
	else if (is_update)
		rc = forgive(cmd, &text, rc, err);
	else
		add_remedy(&text, rc, err);
	csa_buf_release(&text);
	return rc;
}

/* The first baseline of a project often has no folder. What cannot be made is said when the file cannot. */
static int make_folders(const char *path, struct csa_err *err)
{
	char *folder = strdup(path);

	if (!folder)
		return csa_fail(err, CSA_E_NOMEM, "out of memory");
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		(void)mkdir(folder, 0777);
		*slash = '/';
	}
	free(folder);
	return 0;
}

int csa_gate_file_write(const struct csa_gate_set *set, uint32_t series, const char *path,
			struct csa_err *err)
{
	struct csa_buf text;
	int rc = *path ? make_folders(path, err) : 0;

	csa_buf_init(&text);
	if (rc == 0)
		rc = csa_baseline_write(set, series, &text, err);
	if (rc == 0)
		rc = csa_file_text_keep(path, &text, err);
	csa_buf_release(&text);
	return rc < 0 ? rc : 0;
}
