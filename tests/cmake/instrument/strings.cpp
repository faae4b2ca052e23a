#include <string>

template <typename Letter> static std::basic_string<Letter> joined(const Letter *text)
{
	std::basic_string<Letter> copy(text, text + 3);

	copy.reserve(100);
	return copy + copy;
}

int main()
{
	return joined("abc").size() + joined(L"abc").size() == 12 ? 0 : 1;
}
