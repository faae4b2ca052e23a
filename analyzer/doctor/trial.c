/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "trial.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file_text.h"
#include "program_path.h"
#include "tool_run.h"

#define PATH_BYTES 512

bool csa_trial_open(struct csa_trial *trial)
{
	const char *base = getenv("TMPDIR");

	csa_buf_init(&trial->output);
	if (snprintf(trial->folder, sizeof(trial->folder), "%s/callsight-doctor.XXXXXX",
		     base && *base == '/' ? base : "/tmp") < (int)sizeof(trial->folder) &&
	    mkdtemp(trial->folder))
		return true;
	trial->folder[0] = '\0';
	return false;
}

void csa_trial_close(struct csa_trial *trial)
{
	char path[PATH_BYTES];
	struct dirent *entry;
	DIR *dir;

	csa_buf_release(&trial->output);
	if (!trial->folder[0])
		return;
	dir = opendir(trial->folder);
	while (dir && (entry = readdir(dir)) != NULL) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			unlink(csa_trial_path(trial, entry->d_name, path));
	}
	if (dir)
		closedir(dir);
	rmdir(trial->folder);
	trial->folder[0] = '\0';
}

const char *csa_trial_path(const struct csa_trial *trial, const char *name, char *path)
{
	snprintf(path, PATH_BYTES, "%s/%.200s", trial->folder, name);
	return path;
}

bool csa_trial_write(const struct csa_trial *trial, const char *name, const char *text)
{
	char path[PATH_BYTES];
	FILE *file = fopen(csa_trial_path(trial, name, path), "we");
	bool is_written;

	if (!file)
		return false;
	is_written = fputs(text, file) != EOF;
	return fclose(file) == 0 && is_written;
}

int csa_trial_run(struct csa_trial *trial, const struct csa_trial_compiler *compiler,
		  const char *const *words)
{
	char texts[CSA_TRIAL_WORDS][PATH_BYTES];
	const char *argv[2 * CSA_TRIAL_WORDS + 1];
	unsigned count = 0;

	csa_buf_clear(&trial->output);
	for (; count < compiler->count; count++)
		argv[count] = compiler->words[count];
	for (unsigned i = 0; i < CSA_TRIAL_WORDS && words[i]; i++) {
		const char *mark = strchr(words[i], '%');

		argv[count++] = words[i];
		if (!mark)
			continue;
		snprintf(texts[i], PATH_BYTES, "%.*s%s/%s", (int)(mark - words[i]), words[i],
			 trial->folder, mark + 1);
		argv[count - 1] = texts[i];
	}
	argv[count] = NULL;
	return csa_tool_run(argv, &trial->output);
}

bool csa_trial_holds(const struct csa_trial *trial, const char *name, const char *word)
{
	char path[PATH_BYTES];
	struct csa_buf text;
	bool holds;

	csa_buf_init(&text);
	holds = csa_file_text_read(&text, csa_trial_path(trial, name, path), NULL) == 0 &&
		memmem(text.data, text.length, word, strlen(word)) != NULL;
	csa_buf_release(&text);
	return holds;
}

/* The next word of @at into @word. Return: what follows it; NULL: there is none. */
static const char *next_word(const char *at, struct csa_buf *word)
{
	bool is_quoted = false;

	csa_buf_clear(word);
	at += strspn(at, " \t");
	if (!*at)
		return NULL;
	for (; *at && (is_quoted || (*at != ' ' && *at != '\t')); at++) {
		if (*at == '"')
			is_quoted = !is_quoted;
		else
			csa_buf_add_char(word, *at);
	}
	return at;
}

int csa_trial_compiler_find(struct csa_trial_compiler *compiler, const char *text,
			    struct csa_err *err)
{
	struct csa_buf word;
	int rc = csa_program_find(text, &compiler->words[0], NULL);

	compiler->count = 1;
	if (rc == 0 || !strpbrk(text, " \t\""))
		return rc == 0 ? 0 : csa_program_find(text, &compiler->words[0], err);
	csa_buf_init(&word);
	text = next_word(text, &word);
	rc = csa_program_find(word.data, &compiler->words[0], err);
	while (rc == 0 && (text = next_word(text, &word)) != NULL &&
	       compiler->count < CSA_TRIAL_WORDS) {
		compiler->words[compiler->count] = strdup(word.data);
		if (word.failed || !compiler->words[compiler->count++])
			rc = csa_fail(err, CSA_E_NOMEM, "out of memory");
	}
	csa_buf_release(&word);
	return rc;
}

void csa_trial_compiler_release(struct csa_trial_compiler *compiler)
{
	for (unsigned i = 0; i < CSA_TRIAL_WORDS; i++)
		free(compiler->words[i]);
	*compiler = (struct csa_trial_compiler){ 0 };
}
