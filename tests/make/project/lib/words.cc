#include <string>
#include <vector>

#include "parts.h"

namespace words {
class Splitter {
public:
	explicit Splitter(const std::string &text) : text_(text) {}
	std::vector<std::string> split() const;
	static bool is_blank(char c) { return c == ' '; }

private:
	std::string text_;
};

std::vector<std::string> Splitter::split() const
{
	std::vector<std::string> found(1);

	for (char c : text_) {
		if (is_blank(c))
			found.emplace_back();
		else
			found.back() += c;
	}
	return found;
}
}

int count_words(const char *text)
{
	return static_cast<int>(words::Splitter(text).split().size());
}
