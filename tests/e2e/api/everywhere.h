/* SPDX-License-Identifier: MIT */
/* Every macro and function of callsight.h in every kind of place; included by C and by C++, twice. */
#ifndef EVERYWHERE_H
#define EVERYWHERE_H

#include <callsight/callsight.h>
#include <stdio.h>

/* On one line, as a macro of the program's may have them. */
#define BOTH(a, b)          \
	CALLSIGHT_SCOPE(a); \
	CALLSIGHT_SCOPE(b)

/* With external linkage: in C it may use nothing that is static. */
inline int in_inline(int n);
inline int in_inline(int n)
{
	CALLSIGHT_SCOPE("inline");
	callsight_mark("mark");
	callsight_frame("frame");
	callsight_value("value", n);
	callsight_thread_name("thread");
	callsight_fiber_switch(NULL, 0);
	callsight_fiber_end(NULL);
	callsight_pause();
	callsight_resume();
	callsight_flush();
	return n + 1;
}

static inline int in_static_inline(int n)
{
	CALLSIGHT_SCOPE("static inline");
	return n * 2;
}

static int in_blocks(int n)
{
	BOTH("first", "second");
	{
		BOTH("first", "second");
		CALLSIGHT_SCOPE("third");
	}
	for (int i = 0; i < 3; i++) {
		CALLSIGHT_SCOPE("each");
		if (i == 1)
			continue;
		n += i;
	}
	switch (n) {
	case 3: {
		CALLSIGHT_SCOPE("case");
		return 5;
	}
	default:
		break;
	}
	return n;
}

static int with_numbers(int n)
{
	callsight_value("int", n);
	callsight_value("size_t", sizeof(n));
	callsight_value("negative", -1);
	callsight_value("unsigned long long", 1ull);
	callsight_value("char", 'x');
	callsight_value("double", 2.5);
	callsight_value("evaluated once", n++);
	return n;
}

#endif
