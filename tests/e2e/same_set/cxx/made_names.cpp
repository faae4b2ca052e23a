// SPDX-License-Identifier: MIT
#include "shapes.h"
static int made_inner(int x)
{
	return geo::clamp(x, 4);
}
int made_name(int x)
{
	return made_inner(x);
}
