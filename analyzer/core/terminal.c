/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* fileno */
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS_UNKNOWN 80u
#define ROWS_UNKNOWN    24u
#define CELLS_MAX       10000ul /* more is a mistake in the environment */

static unsigned from_environment(const char *name)
{
	const char *text = getenv(name);
	char *end;
	unsigned long value;

	if (!text || *text < '0' || *text > '9')
		return 0;
	value = strtoul(text, &end, 10);
	return *end == '\0' && value <= CELLS_MAX ? (unsigned)value : 0;
}

static unsigned first_of(unsigned a, unsigned b, unsigned c)
{
	return a ? a : b ? b : c;
}

static bool is_set(const char *name)
{
	const char *text = getenv(name);

	return text && *text;
}

void csa_terminal_look(struct csa_terminal *terminal, FILE *out)
{
	struct winsize size = { 0 };
	const char *term = getenv("TERM");

	*terminal = (struct csa_terminal){ .is_terminal = isatty(fileno(out)) == 1 };
	if (!terminal->is_terminal)
		return;
	if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0)
		size = (struct winsize){ 0 };
	terminal->columns = first_of(from_environment("COLUMNS"), size.ws_col, COLUMNS_UNKNOWN);
	terminal->rows = first_of(from_environment("LINES"), size.ws_row, ROWS_UNKNOWN);
	terminal->is_dumb = !term || !*term || strcmp(term, "dumb") == 0;
	terminal->has_styles = !terminal->is_dumb && !is_set("NO_COLOR");
}

const char *csa_style_begin(bool has_styles, enum csa_style style)
{
	static const char *const begins[] = {
		[CSA_STYLE_PLAIN] = "",           [CSA_STYLE_TITLE] = "\033[1m",
		[CSA_STYLE_STRONG] = "\033[1m",   [CSA_STYLE_WEAK] = "\033[2m",
		[CSA_STYLE_WARNING] = "\033[33m", [CSA_STYLE_DAMAGE] = "\033[31m",
	};

	return has_styles ? begins[style] : "";
}

const char *csa_style_end(bool has_styles, enum csa_style style)
{
	return has_styles && style != CSA_STYLE_PLAIN ? "\033[0m" : "";
}
