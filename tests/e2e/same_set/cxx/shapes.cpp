// SPDX-License-Identifier: MIT
#include "shapes.h"
#include <algorithm>
namespace geo
{
Shape::~Shape()
{
}
int Box::area() const
{
	return clamp(side_ * side_, 50);
}
namespace
{
struct Guard {
	Guard(int &depth) : depth_(depth)
	{
		depth_++;
	}
	~Guard()
	{
		depth_--;
	}
	int &depth_;
};
int check(int value, int &depth)
{
	Guard guard(depth);
	if (value > 2)
		throw Bad(value);
	return value;
}
} // namespace
int checked(int value)
{
	int depth = 0;
	try {
		return check(value, depth);
	} catch (const Bad &bad) {
		return -bad.code - depth;
	}
}
std::vector<Box> boxes(int count)
{
	std::vector<Box> all;
	for (int i = 0; i < count; i++)
		all.emplace_back(count - i);
	std::sort(all.begin(), all.end(), [](const Box &a, const Box &b) { return a < b; });
	return all;
}
} // namespace geo
