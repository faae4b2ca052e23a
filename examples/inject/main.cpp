/* SPDX-License-Identifier: MIT */
/*
 * Prints the values of expressions.
 *
 *   calculator [EXPRESSION...]    four examples when none is given; the last of them is wrong
 */
#include <cstdio>
#include <vector>

#include "expression.hpp"

static void print_value(const std::string &text)
{
	try {
		std::printf("%s = %ld\n", text.c_str(), expression::parser(text).value());
	} catch (const expression::syntax_error &error) {
		std::printf("%s: %s\n", text.c_str(), error.what());
	}
}

int main(int argc, char **argv)
{
	std::vector<std::string> texts(argv + 1, argv + argc);

	if (texts.empty())
		texts = { "1+2*3", "(1+2)*3", "((7))", "2*(3+4" };
	for (const std::string &text : texts)
		print_value(text);
	return 0;
}
