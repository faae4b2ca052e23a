/* SPDX-License-Identifier: MIT */
/*
 * Completion for bash, zsh and fish: the commands, their options, the words of options that choose,
 * and file names everywhere else.
 */
#include "cmd_describe.h"

#include <string.h>

/* Inside '...' of all three shells; zsh's specs also give ':', '[' and ']' a meaning. */
static void print_quoted(const char *text, const char *specials, FILE *out)
{
	for (; *text; text++) {
		if (*text == '\'')
			fputs("'\\''", out);
		else if (strchr(specials, *text))
			fprintf(out, "\\%c", *text);
		else
			fputc(*text, out);
	}
}

/* fish knows \' and \\ in '...' and nothing else. */
static void print_quoted_fish(const char *text, FILE *out)
{
	for (; *text; text++)
		fprintf(out, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
}

/* Are the values words to choose from? */
static bool has_words(const struct csa_opt *opt)
{
	return opt->value && *opt->value != '<' && strchr(opt->value, '|');
}

/* "a|b" as "a b". */
static void print_words(const char *choices, FILE *out)
{
	for (; *choices; choices++)
		fputc(*choices == '|' ? ' ' : *choices, out);
}

static void print_commands(FILE *out)
{
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++)
		fprintf(out, "%s%s", cmd == csa_cmds ? "" : " ", (*cmd)->name);
}

static void print_bash_options(const struct csa_cmd *cmd, const struct csa_opt *opts, void *data)
{
	FILE *out = data;

	fprintf(out, "    %s)\n      options='", cmd->name);
	for (const struct csa_opt *opt = opts; opt->kind; opt++) {
		fprintf(out, "--%s ", opt->name);
		if (opt->short_name)
			fprintf(out, "-%c ", opt->short_name);
	}
	fputs("--help -h'\n      case $before in\n", out);
	for (; opts->kind; opts++) {
		if (!opts->value)
			continue;
		fprintf(out, "        --%s", opts->name);
		if (opts->short_name)
			fprintf(out, " | -%c", opts->short_name);
		if (has_words(opts)) {
			fputs(") words='", out);
			print_words(opts->value, out);
			fputs("' ;;\n", out);
		} else {
			fputs(") options= ;;\n", out);
		}
	}
	fputs("      esac\n      ;;\n", out);
}

static bool is_number(const struct csa_opt *opt)
{
	return opt->kind == CSA_OPT_UINT || opt->kind == CSA_OPT_DURATION;
}

static void print_bash(FILE *out)
{
	fputs("# bash completion of callsight, made by 'callsight help --completion bash'\n"
	      "_callsight() {\n"
	      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=\n"
	      "  local options= words= commands='",
	      out);
	print_commands(out);
	fputs("'\n"
	      "  # readline makes a word of '=': --format=json is three\n"
	      "  [[ $word == '=' ]] && word=\n"
	      "  [[ $before == '=' ]] && before=${COMP_WORDS[COMP_CWORD-2]}\n"
	      "  if ((COMP_CWORD == 1)); then\n"
	      "    mapfile -t COMPREPLY < <(compgen -W \"$commands --help --version\" -- "
	      "\"$word\")\n"
	      "    return\n"
	      "  fi\n"
	      "  command=${COMP_WORDS[1]}\n"
	      "  if [[ $command == help && $word != -* && $before != -* ]]; then\n"
	      "    mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$word\")\n"
	      "    return\n"
	      "  fi\n"
	      "  case $command in\n",
	      out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++)
		csa_cmd_describe(*cmd, print_bash_options, out);
	fputs("  esac\n"
	      "  if [[ $words ]]; then\n"
	      "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
	      "  elif [[ $word == -* ]]; then\n"
	      "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\")\n"
	      "  fi\n"
	      "}\n"
	      "complete -o default -F _callsight callsight\n",
	      out);
}

static void print_zsh_spec(const struct csa_opt *opt, FILE *out)
{
	const char *again = opt->kind == CSA_OPT_LIST ? "*" : "";

	fputs("        '", out);
	if (opt->short_name && !*again)
		fprintf(out, "(-%c --%s)'{-%c%s,--%s%s}'", opt->short_name, opt->name,
			opt->short_name, opt->value ? "+" : "", opt->name, opt->value ? "=" : "");
	else if (opt->short_name)
		fprintf(out, "*'{-%c+,--%s=}'", opt->short_name, opt->name);
	else
		fprintf(out, "%s--%s%s", again, opt->name, opt->value ? "=" : "");
	fputc('[', out);
	print_quoted(opt->help, "[]:", out);
	fputc(']', out);
	if (opt->value) {
		fprintf(out, ":%s:", opt->name);
		if (has_words(opt)) {
			fputc('(', out);
			print_words(opt->value, out);
			fputc(')', out);
		} else {
			fputs(is_number(opt) ? "" : "_files", out);
		}
	}
	fputs("'\n", out);
}

static void print_zsh_options(const struct csa_cmd *cmd, const struct csa_opt *opts, void *data)
{
	FILE *out = data;

	fprintf(out, "    %s)\n      specs=(\n", cmd->name);
	for (; opts->kind; opts++)
		print_zsh_spec(opts, out);
	fprintf(out,
		"        '(-h --help)'{-h,--help}'[Print this help.]'\n        '*:: :%s'\n"
		"      )\n      ;;\n",
		strcmp(cmd->name, "help") == 0    ? "_callsight_commands"
		: strstr(cmd->usage, "<program>") ? "_normal"
						  : "_files");
}

static void print_zsh(FILE *out)
{
	fputs("#compdef callsight\n"
	      "# zsh completion of callsight, made by 'callsight help --completion zsh'\n"
	      "_callsight_commands() {\n"
	      "  local -a commands=(\n",
	      out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++) {
		fprintf(out, "    '%s:", (*cmd)->name);
		print_quoted((*cmd)->summary, "", out);
		fputs("'\n", out);
	}
	fputs("  )\n"
	      "  _describe command commands\n"
	      "}\n"
	      "_callsight() {\n"
	      "  local -a specs\n"
	      "  if ((CURRENT == 2)); then\n"
	      "    _callsight_commands\n"
	      "    return\n"
	      "  fi\n"
	      "  case $words[2] in\n",
	      out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++)
		csa_cmd_describe(*cmd, print_zsh_options, out);
	fputs("    *) return 1 ;;\n"
	      "  esac\n"
	      "  shift words\n"
	      "  ((CURRENT--))\n"
	      "  _arguments -s -S $specs\n"
	      "}\n"
	      "_callsight \"$@\"\n",
	      out);
}

static void print_fish_options(const struct csa_cmd *cmd, const struct csa_opt *opts, void *data)
{
	FILE *out = data;

	for (; opts->kind; opts++) {
		fprintf(out, "complete -c callsight -n '__fish_seen_subcommand_from %s' -l %s",
			cmd->name, opts->name);
		if (opts->short_name)
			fprintf(out, " -s %c", opts->short_name);
		if (has_words(opts)) {
			fputs(" -x -a '", out);
			print_words(opts->value, out);
			fputc('\'', out);
		} else if (opts->value) {
			fputs(is_number(opts) ? " -x" : " -r", out);
		}
		fputs(" -d '", out);
		print_quoted_fish(opts->help, out);
		fputs("'\n", out);
	}
}

static void print_fish(FILE *out)
{
	fputs("# fish completion of callsight, made by 'callsight help --completion fish'\n", out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++) {
		fprintf(out, "complete -c callsight -f -n __fish_use_subcommand -a %s -d '",
			(*cmd)->name);
		print_quoted_fish((*cmd)->summary, out);
		fputs("'\n", out);
	}
	fputs("complete -c callsight -f -n '__fish_seen_subcommand_from help' -a '", out);
	print_commands(out);
	fputs("'\ncomplete -c callsight -l help -s h -d 'Print this help.'\n", out);
	for (const struct csa_cmd *const *cmd = csa_cmds; *cmd; cmd++)
		csa_cmd_describe(*cmd, print_fish_options, out);
}

void csa_describe_completion(const char *shell, FILE *out)
{
	if (strcmp(shell, "bash") == 0)
		print_bash(out);
	else if (strcmp(shell, "zsh") == 0)
		print_zsh(out);
	else
		print_fish(out);
}
