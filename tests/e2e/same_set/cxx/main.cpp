// SPDX-License-Identifier: MIT
#include "shapes.h"
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
struct Counter {
	Counter()
	{
		bump();
	}
	~Counter()
	{
		count--;
	}
	void bump()
	{
		count++;
	}
	int count = 0;
};
static Counter global_counter;
static int start_value()
{
	return 5;
}
static int started = start_value();
static int apply(const std::function<int(int)> &f, int x)
{
	return f(x);
}
static int lambdas(int x)
{
	auto plus = [x](int y) { return x + y; };
	auto generic = [](auto v) { return v + v; };
	auto outer = [&] {
		auto inner = [&] { return plus(1); };
		return inner();
	};
	int (*plain)(int) = [](int v) { return v - 1; };
	return apply(plus, 2) + generic(x + 2) + static_cast<int>(generic(x + 0.5)) + outer() +
	       plain(4);
}
template <class... T> static int fold(T... values)
{
	return (values + ...);
}
static int shapes()
{
	std::unique_ptr<geo::Shape> shape = std::make_unique<geo::Box>(3);
	geo::Box sum = geo::Box(1) + geo::Box(2);
	const geo::Named &named = sum;
	return shape->area() + shape->edges() + shape->get_twice() + named.length() +
	       (sum ? sum(1) : 0);
}
static int rings()
{
	geo::Ring<int, 3> ints;
	geo::Ring<double, 2> doubles;
	ints.push(2);
	doubles.push(1.5);
	return ints.sum() + doubles.as<int>() + geo::clamp(7, 6) +
	       static_cast<int>(geo::clamp(1.0, 2.0));
}
int main()
{
	std::map<std::string, int> found;
	for (const geo::Box &box : geo::boxes(3))
		found[std::to_string(box.area())]++;
	std::printf("%zu %d %d %d %d %d %d %d\n", found.size(), lambdas(1), shapes(), rings(),
		    fold(1, 2, 3), geo::checked(1) + geo::checked(3), made_name(9),
		    started + global_counter.count);
	return 0;
}
