/* SPDX-License-Identifier: MIT */
#include "text_columns.h"

#include <string.h>

static int fail_with_list(const struct csa_text_column *all, const char *name, size_t length,
			  struct csa_err *err)
{
	struct csa_buf names;
	int rc;

	csa_buf_init(&names);
	for (const struct csa_text_column *column = all; column->name; column++) {
		csa_buf_add_str(&names, column == all ? "" : " ");
		csa_buf_add_str(&names, column->name);
	}
	rc = csa_fail(err, CSA_E_USAGE, "--columns: '%.*s' is not a column; there are %s",
		      (int)length, name, names.data);
	csa_buf_release(&names);
	return rc;
}

static const struct csa_text_column *find(const struct csa_text_column *all, const char *name,
					  size_t length)
{
	for (; all->name; all++) {
		if (strlen(all->name) == length && strncmp(all->name, name, length) == 0)
			return all;
	}
	return NULL;
}

int csa_columns_choose(struct csa_chosen_columns *chosen, const struct csa_text_column *all,
		       const char *list, struct csa_err *err)
{
	*chosen = (struct csa_chosen_columns){ 0 };
	for (const char *name = list;; name++) {
		size_t length = strcspn(name, ",");
		const struct csa_text_column *column = find(all, name, length);
		unsigned i = chosen->count;

		if (!column)
			return fail_with_list(all, name, length, err);
		if (i == CSA_TEXT_COLUMNS_MAX)
			return csa_fail(err, CSA_E_USAGE, "--columns: more than %u",
					CSA_TEXT_COLUMNS_MAX);
		chosen->numbers[i] = (unsigned)(column - all);
		chosen->titles[i] = column->title ? column->title : column->name;
		chosen->are_texts[i] = column->is_text;
		chosen->ranks[i] = column->rank;
		chosen->count++;
		name += length;
		if (!*name)
			return 0;
	}
}
