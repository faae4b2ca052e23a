/* SPDX-License-Identifier: MIT */
/* Values of expressions such as 2*(3+4). */
#ifndef EXPRESSION_HPP
#define EXPRESSION_HPP

#include <stdexcept>
#include <string>

namespace expression
{

struct syntax_error : std::runtime_error {
	using std::runtime_error::runtime_error;
};

class parser
{
      public:
	explicit parser(const std::string &text) : text_(text)
	{
	}
	long value();

      private:
	long sum();
	long product();
	long factor();
	bool take(char c);

	const std::string &text_;
	std::string::size_type at_ = 0;
};

} // namespace expression

#endif
