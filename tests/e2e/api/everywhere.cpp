/* SPDX-License-Identifier: MIT */
#include "everywhere.h"

template <class type> type in_template(type value)
{
	CALLSIGHT_SCOPE("template");
	callsight_value("template", value);
	auto add = [&](type other) {
		CALLSIGHT_SCOPE("lambda");
		callsight_mark("lambda");
		return value + other;
	};

	return add(value);
}

struct with_members {
	with_members()
	{
		CALLSIGHT_SCOPE("constructor");
	}
	~with_members()
	{
		CALLSIGHT_SCOPE("destructor");
	}
	int get() const noexcept
	{
		CALLSIGHT_SCOPE("member");
		return in_template(1) + static_cast<int>(in_template(1.5));
	}
};

int main()
{
	with_members object;

	printf("%d %d %d %d %d\n", in_inline(1), in_static_inline(2), in_blocks(1), with_numbers(6),
	       object.get());
	return 0;
}
