/* SPDX-License-Identifier: MIT */
#include "expression.hpp"

#include <cctype>

namespace expression
{

bool parser::take(char c)
{
	if (at_ == text_.size() || text_[at_] != c)
		return false;
	at_++;
	return true;
}

long parser::factor()
{
	long number = 0;

	if (take('(')) {
		number = sum();
		if (!take(')'))
			throw syntax_error("no ) at " + std::to_string(at_));
		return number;
	}
	if (at_ == text_.size() || !std::isdigit(static_cast<unsigned char>(text_[at_])))
		throw syntax_error("no number at " + std::to_string(at_));
	while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])))
		number = number * 10 + (text_[at_++] - '0');
	return number;
}

long parser::product()
{
	long number = factor();

	while (take('*'))
		number *= factor();
	return number;
}

long parser::sum()
{
	long number = product();

	while (take('+'))
		number += product();
	return number;
}

long parser::value()
{
	long number = sum();

	if (at_ != text_.size())
		throw syntax_error("more text at " + std::to_string(at_));
	return number;
}

} // namespace expression
