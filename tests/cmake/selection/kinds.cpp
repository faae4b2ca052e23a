/* Functions of C++ that are hard to name. */
#include <cstddef>

unsigned long long operator""_kg(unsigned long long value)
{
	return value * 1000;
}

namespace shop
{

struct Basket {
	int count = 0;
	int operator[](std::size_t at) const;
	operator int() const;
	Basket &operator+=(int more);
	friend int weight(const Basket &basket)
	{
		return basket.count + static_cast<int>(1_kg);
	}
};

int Basket::operator[](std::size_t at) const
{
	return static_cast<int>(at) + count;
}

Basket::operator int() const
{
	return count;
}

Basket &Basket::operator+=(int more)
{
	count += more;
	return *this;
}

template <typename Number> Number &raise(Number &value, int by)
{
	value += by;
	return value;
}

template <> char &raise<char>(char &value, int)
{
	return value;
}

} // namespace shop

static int each(int from)
{
	auto first = [](int x) { return x + 1; };
	auto second = [from](int x) { return x + from; };

	return first(1) + second(2);
}

int main()
{
	shop::Basket basket;
	short small = 1;
	char letter = 'a';
	long large = 2;

	basket += 2;
	shop::raise(small, 1);
	shop::raise(large, 1);
	shop::raise(letter, 1);
	return basket[1] + int(basket) + weight(basket) + each(3) + small == 1016 ? 0 : 1;
}
