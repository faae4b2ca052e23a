/* SPDX-License-Identifier: MIT */
/*
 * Scopes in C++: in templates, lambdas, members, inline functions, constructors and destructors of static
 * objects; left by exceptions, in handlers of them, in destructors that run while one is under way.
 *
 * @flags -std=c++11
 * @calls main 1
 * @calls static-object 1
 * @calls static-object-ends 1
 * @calls in-template 5
 * @calls in-lambda 5
 * @calls in-member 3
 * @calls in-inline 4
 * @calls thrown-through 12
 * @calls throws 6
 * @calls caught 6
 * @calls in-destructor 12
 * @calls recovers 6
 * @open 0
 * @threads 1
 * @[gcc]unwound 0
 * @[clang]unwound 18
 * @[gcc]stacks 27
 * @[clang]stacks 25
 * @[clang]at static-object 1
 * @at main 1
 * @at main;after 1
 * @at main;catching 6
 * @at main;catching;caught 6
 * @at main;catching;caught;recover 6
 * @at main;catching;caught;recover;recovers 6
 * @at main;catching;deep 6
 * @at main;catching;deep;thrown-through 6
 * @at main;catching;deep;thrown-through;deep 6
 * @at main;catching;deep;thrown-through;deep;thrown-through 6
 * @at main;catching;deep;thrown-through;deep;thrown-through;guard::~guard() 6
 * @at main;catching;deep;thrown-through;deep;thrown-through;guard::~guard();destroyed 6
 * @at main;catching;deep;thrown-through;deep;thrown-through;guard::~guard();destroyed;in-destructor 6
 * @at main;catching;deep;thrown-through;deep;thrown-through;thrower 6
 * @at main;catching;deep;thrown-through;deep;thrown-through;thrower;throws 6
 * @at main;catching;deep;thrown-through;guard::~guard() 6
 * @at main;catching;deep;thrown-through;guard::~guard();destroyed 6
 * @at main;catching;deep;thrown-through;guard::~guard();destroyed;in-destructor 6
 * @at main;various 1
 * @at main;various;in-inline 4
 * @at main;various;in-member 3
 * @at main;various;in-template 5
 * @at main;various;in-template;in-lambda 5
 * @at static-object-ends 1
 */
#include <callsight/callsight.h>

#include <cstdio>
#include <stdexcept>

#define UNHOOKED __attribute__((no_instrument_function))
#define HOOKED   extern "C" __attribute__((noinline))

static int sum;

struct static_object {
	UNHOOKED static_object()
	{
		CALLSIGHT_SCOPE("static-object");
		sum++;
	}
	UNHOOKED ~static_object()
	{
		CALLSIGHT_SCOPE("static-object-ends");
		sum++;
	}
};
static static_object object;

template <class type> UNHOOKED type twice(type value)
{
	CALLSIGHT_SCOPE("in-template");
	auto add = [value](type other) UNHOOKED {
		CALLSIGHT_SCOPE("in-lambda");
		return value + other;
	};

	return add(value);
}

struct part {
	int value;

	UNHOOKED int get() const noexcept
	{
		CALLSIGHT_SCOPE("in-member");
		return value;
	}
};

UNHOOKED inline int add_one(int value)
{
	CALLSIGHT_SCOPE("in-inline");
	return value + 1;
}

HOOKED void various(void)
{
	part p = { 3 };

	for (int i = 0; i < 3; i++)
		sum += twice(i) + p.get();
	for (int i = 0; i < 2; i++)
		sum += static_cast<int>(twice(2.5));
	for (int i = 0; i < 4; i++)
		sum = add_one(sum);
}

HOOKED void destroyed(void)
{
	CALLSIGHT_SCOPE("in-destructor");
	sum++;
}

struct guard {
	~guard()
	{
		destroyed();
	}
};

HOOKED void thrower(void)
{
	CALLSIGHT_SCOPE("throws");
	if (sum >= 0)
		throw std::runtime_error("x");
}

HOOKED void deep(int depth)
{
	CALLSIGHT_SCOPE("thrown-through");
	guard g;

	if (depth)
		deep(depth - 1);
	else
		thrower();
	sum++;
}

HOOKED void recover(void)
{
	CALLSIGHT_SCOPE("recovers");
	sum++;
}

HOOKED void catching(void)
{
	try {
		deep(1);
	} catch (const std::exception &) {
		CALLSIGHT_SCOPE("caught");
		recover();
	}
	sum++;
}

HOOKED void after(void)
{
	sum++;
}

int main()
{
	various();
	for (int i = 0; i < 6; i++)
		catching();
	after();
	std::printf("%d\n", sum);
	return 0;
}
