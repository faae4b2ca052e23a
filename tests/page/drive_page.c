/* SPDX-License-Identifier: MIT */
/*
 * drive_page --browser <chromium> --work <folder> [--set <name>=<text>]... <steps>: opens a page in a headless
 * Chromium and does what a file of steps says, one a line:
 *
 *     # what follows is for people
 *     open <file>               load it, wait until the page says that it is ready and was painted
 *     load <name> <file>        window.<name> = the JSON of a file
 *     size <width> <height>     of the window
 *     scheme light|dark         what the system prefers; before open
 *     key <key>...              press keys, as KeyboardEvent.key names them; Shift+Tab
 *     type <text>               as if it was typed
 *     mouse move|click <x> <y>
 *     mouse wheel <x> <y> <delta> [ctrl]
 *     mouse drag <x> <y> <pixels to the right> [shift]
 *     js <expression>           evaluate
 *     check <expression>        must be true
 *     shot <name>               a picture in the folder, <name>.png
 *     print <words> = <expression>
 *     quiet                     nothing was logged, thrown or requested until now
 *
 * A $name in a step is replaced by what --set says; a line that ends with a backslash goes on in the next. Status:
 * 0, or 1 when a check failed; all are done.
 */
#define _GNU_SOURCE /* getline, asprintf */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "drive_steps.h"

#define SETS_MAX 16

struct driver {
	struct t_driver drive;
	const char *program;
	const char *sets[SETS_MAX];
	size_t set_count;
};

/* @line with each $name that was set replaced. The caller frees it. */
static char *replace_sets(const struct driver *d, const char *line)
{
	struct csa_buf buf;

	csa_buf_init(&buf);
	while (*line) {
		size_t i = 0;
		size_t length = 0;

		for (; *line == '$' && i < d->set_count; i++) {
			length = strcspn(d->sets[i], "=");
			if (strncmp(line + 1, d->sets[i], length) == 0)
				break;
		}
		if (*line == '$' && i < d->set_count) {
			csa_buf_add_str(&buf, d->sets[i] + length + 1);
			line += length + 1;
		} else {
			csa_buf_add_char(&buf, *line++);
		}
	}
	return csa_buf_steal(&buf);
}

/* A step, of one line or several. Return: false: there are no more. */
static bool read_step(struct driver *d, FILE *in, struct csa_buf *step)
{
	char *line = NULL;
	size_t size = 0;
	bool goes_on = true;

	csa_buf_clear(step);
	while (goes_on && getline(&line, &size, in) > 0) {
		size_t length = strcspn(line, "\n");

		d->drive.line++;
		line[length] = '\0';
		goes_on = length && line[length - 1] == '\\';
		if (goes_on)
			line[length - 1] = ' ';
		csa_buf_add_str(step, line + strspn(line, " "));
	}
	goes_on = !feof(in) || step->length;
	free(line);
	return goes_on;
}

static void run_step(struct driver *d, const char *text)
{
	char *step = replace_sets(d, text);
	char *rest = step ? strchr(step, ' ') : NULL;

	if (rest)
		*rest++ = '\0';
	if (step)
		t_drive_step(&d->drive, step, rest ? rest : step + strlen(step));
	free(step);
}

static bool run_steps(struct driver *d)
{
	FILE *in = fopen(d->drive.steps, "r");
	struct csa_buf step;

	if (!in) {
		perror(d->drive.steps);
		return false;
	}
	csa_buf_init(&step);
	while (read_step(d, in, &step)) {
		if (step.length && *step.data != '#')
			run_step(d, step.data);
	}
	csa_buf_release(&step);
	fclose(in);
	return true;
}

static bool read_arguments(struct driver *d, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--browser") == 0 && i + 1 < argc)
			d->program = argv[++i];
		else if (strcmp(argv[i], "--work") == 0 && i + 1 < argc)
			d->drive.work = argv[++i];
		else if (strcmp(argv[i], "--set") == 0 && i + 1 < argc && d->set_count < SETS_MAX)
			d->sets[d->set_count++] = argv[++i];
		else if (!d->drive.steps)
			d->drive.steps = argv[i];
		else
			return false;
	}
	return d->program && d->drive.work && d->drive.steps;
}

int main(int argc, char **argv)
{
	struct driver d = { 0 };
	char *profile;
	bool done;

	if (!read_arguments(&d, argc, argv)) {
		fputs("usage: drive_page --browser <program> --work <folder> [--set "
		      "<name>=<text>]... "
		      "<steps>\n",
		      stderr);
		return 2;
	}
	if (asprintf(&profile, "%s/profile", d.drive.work) < 0)
		abort();
	d.drive.browser = t_browser_start(d.program, profile);
	done = run_steps(&d);
	t_browser_stop(d.drive.browser);
	free(profile);
	printf("%u checks, %u failed\n", d.drive.checks, d.drive.failures);
	return done && d.drive.failures == 0 && d.drive.checks ? 0 : 1;
}
