/* SPDX-License-Identifier: MIT */
#include "side_place.h"

#include "names_text.h"
#include "terminal_text.h"

void csa_side_add_place(struct csa_buf *buf, const struct csa_side_row *row)
{
	if (row->file[0]) {
		csa_add_terminal_text(buf, csa_short_path(row->file));
		if (row->line)
			csa_buf_add_fmt(buf, ":%u", row->line);
	} else if (row->module[0]) {
		csa_buf_add_str(buf, "in ");
		csa_add_terminal_text(buf, csa_short_path(row->module));
	}
}
