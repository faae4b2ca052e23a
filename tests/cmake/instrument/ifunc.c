/* A resolver runs while the program is still being relocated. */
static int one(void)
{
	return 1;
}

static int (*resolve(void))(void)
{
	return one;
}

int chosen(void) __attribute__((ifunc("resolve")));
