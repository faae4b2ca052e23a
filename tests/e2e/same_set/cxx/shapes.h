// SPDX-License-Identifier: MIT
#ifndef SHAPES_H
#define SHAPES_H
#include <stdexcept>
#include <string>
#include <vector>
namespace geo
{
struct Shape {
	Shape(int side) : side_(side)
	{
	}
	virtual ~Shape();
	virtual int area() const = 0;
	virtual int edges() const
	{
		return 0;
	}
	int get() const
	{
		return side_;
	}
	int get_twice() const
	{
		return get() * 2;
	}

      protected:
	int side_;
};
struct Named {
	std::string name = "none";
	virtual ~Named() = default;
	virtual int length() const
	{
		return static_cast<int>(name.size());
	}
};
struct Box : Shape, Named {
	using Shape::Shape;
	int area() const override;
	int edges() const override
	{
		return 4;
	}
	int length() const override
	{
		return 3;
	}
	Box operator+(const Box &other) const
	{
		return Box(side_ + other.side_);
	}
	bool operator<(const Box &other) const
	{
		return side_ < other.side_;
	}
	operator bool() const
	{
		return side_ != 0;
	}
	int operator()(int x) const
	{
		return x + side_;
	}
};
struct Bad : std::runtime_error {
	Bad(int code) : std::runtime_error("bad"), code(code)
	{
	}
	int code;
};
template <class T> T clamp(T value, T most)
{
	return value < most ? value : most;
}
template <class T, int N> struct Ring {
	T items[N] = {};
	int at = 0;
	void push(T item)
	{
		items[at++ % N] = item;
	}
	T sum() const
	{
		T all = T();
		for (const T &item : items)
			all = add(all, item);
		return all;
	}
	static T add(T a, T b)
	{
		return a + b;
	}
	template <class U> U as() const
	{
		return static_cast<U>(sum());
	}
};
int checked(int value);
std::vector<Box> boxes(int count);
} // namespace geo
int made_name(int x);
#endif
