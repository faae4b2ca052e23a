// SPDX-License-Identifier: MIT
#include <new>

#include <vendored.h>

static char room[sizeof(int)];

int main()
{
	return *new (room) int(vendored(0));
}
