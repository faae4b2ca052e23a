#include "util.h"

static int ticks;

static void count(void)
{
	ticks++;
}

void tick(void)
{
	count();
}
