/* SPDX-License-Identifier: MIT */
/*
 * list_stacks FOLDER [calls]: every stack of the newest run of a capture, "a;b;c", one a line, on request
 * with a blank and the number of its calls behind it. The folded report leaves out those that took 0 ns,
 * and a short function's may.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"

static void print_stack(const struct csa_report *report, uint32_t node, uint32_t *stack,
			bool with_calls)
{
	const struct csa_tree_node *nodes = report->tree.nodes;
	uint64_t calls = nodes[node].calls;
	size_t depth = 0;

	for (; node != CSA_TREE_ROOT; node = nodes[node].parent)
		stack[depth++] = node;
	while (depth--) {
		uint32_t row = nodes[stack[depth]].row;

		fputs(row == CSA_NO_ROW ? "[other stacks]" : report->table.rows[row].function,
		      stdout);
		if (depth)
			putchar(';');
	}
	if (with_calls)
		printf(" %" PRIu64, calls);
	putchar('\n');
}

int main(int argc, char **argv)
{
	const struct csa_report_options options = { .wants_tree = true };
	struct csa_report report;
	struct csa_err err = { 0 };
	uint32_t *stack;
	bool is_listed;

	if (argc != 2 && argc != 3)
		return 2;
	if (csa_report_make(&report, argv[1], &options, &err) < 0) {
		fprintf(stderr, "list_stacks: %s\n", err.msg);
		csa_report_release(&report);
		return 1;
	}
	stack = calloc(report.tree.count, sizeof(*stack));
	is_listed = stack != NULL;
	for (uint32_t i = CSA_TREE_ROOT + 1; is_listed && i < report.tree.count; i++) {
		if (report.tree.nodes[i].calls)
			print_stack(&report, i, stack, argc == 3);
	}
	csa_report_release(&report);
	free(stack);
	return is_listed && fflush(stdout) == 0 ? 0 : 1;
}
