/* SPDX-License-Identifier: MIT */
/*
 * What compilers do to hook calls: inlining of the standard library's templates, ends of functions
 * that are merged, jump tables, landing pads, guesses of virtual functions.
 */
#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{
struct shape {
	virtual ~shape() = default;
	virtual int area(int size) = 0;
};

struct square : shape {
	int area(int size) override
	{
		if (size > 5)
			throw std::runtime_error("too large");
		return size * size;
	}
};

struct line : shape {
	int area(int size) override
	{
		return size * 0;
	}
};

int count_words(int count)
{
	std::vector<std::string> words;
	std::map<std::string, int> lengths;
	int sum = 0;

	for (int i = 0; i < count; i++)
		words.push_back(std::to_string(i));
	for (const std::string &word : words)
		lengths[word] = (int)word.size();
	std::for_each(lengths.begin(), lengths.end(), [&](auto &pair) { sum += pair.second; });
	return sum;
}

int choose(int number)
{
	try {
		square a;
		line b;
		shape *s = number & 1 ? (shape *)&a : (shape *)&b;

		switch (number) {
		case 0:
			return count_words(3);
		case 1:
			return s->area(2);
		case 2:
			return (int)std::string("abc").size() + count_words(1);
		case 3:
			return s->area(9);
		case 4:
			return count_words(2) + s->area(1);
		case 5:
			return std::vector<int>(3).at(7);
		default:
			throw 3;
		}
	} catch (const std::runtime_error &) {
		return count_words(5);
	} catch (const std::exception &) {
		return -1;
	} catch (int code) {
		return code + count_words(code);
	}
}
} // namespace

int main()
{
	std::vector<std::string> words = { "one", "two", "three" };
	std::function<int(int)> call = choose;
	int sum = 0;

	std::sort(words.begin(), words.end());
	for (int i = 0; i < 8; i++)
		sum += call(i) + (int)words[(size_t)i % words.size()].size();
	return sum > 0 ? 0 : 1;
}
