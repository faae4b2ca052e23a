// SPDX-License-Identifier: MIT
// The same in C++: landing pads with hook calls, destructors, templates, virtual calls and lambdas.
#include <cstdio>
#include <stdexcept>

#define APART __attribute__((noinline))

namespace ns
{
struct Kept {
	APART explicit Kept(int &count) : count_(count)
	{
		count_++;
	}
	APART ~Kept()
	{
		count_ += 2;
	}
	int &count_;
};
struct Quiet {
	APART explicit Quiet(int &count) : count_(count)
	{
		count_++;
	}
	APART ~Quiet()
	{
		count_ += 3;
	}
	int &count_;
};
struct Base {
	virtual ~Base() = default;
	virtual int run(int x) = 0;
};
struct KeptRun final : Base {
	APART int run(int x) override
	{
		return x + 1;
	}
};
struct QuietRun final : Base {
	APART int run(int x) override
	{
		return x + 2;
	}
};
template <class T> APART T kept_template(T x)
{
	return x + x;
}
template <class T> APART T quiet_template(T x)
{
	return x - 1;
}
} // namespace ns

APART static void kept_throws(int x, int &count)
{
	ns::Quiet quiet(count);
	if (x % 3 == 0)
		throw std::runtime_error("three");
	count++;
}

APART static void quiet_passes_on(int x, int &count)
{
	ns::Kept kept(count);
	kept_throws(x, count);
}

APART static int quiet_catches(int x)
{
	int count = 0;
	try {
		quiet_passes_on(x, count);
	} catch (const std::runtime_error &) {
		count += 100;
	}
	return count;
}

int main()
{
	ns::KeptRun kept;
	ns::QuietRun quiet;
	ns::Base *runs[] = { &kept, &quiet };
	int sum = 0;
	auto kept_lambda = [&](int x) APART { return x + sum; };
	for (int i = 0; i < 300; i++) {
		sum += quiet_catches(i) + runs[i % 2]->run(i) + ns::kept_template(i);
		sum += static_cast<int>(ns::kept_template(0.5 * i)) + ns::quiet_template(i);
		sum = kept_lambda(i) & 0xffff;
	}
	std::printf("%d\n", sum);
	return 0;
}
