/* Functions that a tag file names wrongly, and names that are parts of others. */
#define API(name) name
#define DEFINE_PLUS(name, n)  \
	int name(int x);      \
	int name(int x)       \
	{                     \
		return x + n; \
	}

int API(wrapped)(int x);
int API(wrapped)(int x)
{
	return x;
}

DEFINE_PLUS(open_it, 1)
int get(int x);
int target(int x);
int budget(int x);

int after_macro(int x);
int after_macro(int x)
{
	return x;
}

int get(int x)
{
	return x;
}

int target(int x)
{
	return get(x);
}

int budget(int x)
{
	return x;
}

int main(void)
{
	return wrapped(1) + open_it(1) + after_macro(1) + target(1) + budget(1) == 6 ? 0 : 1;
}
