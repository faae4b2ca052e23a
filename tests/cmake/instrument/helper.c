static int twice(int x)
{
	return 2 * x;
}

int helper(int x);
int helper(int x)
{
	return twice(x) + 1;
}
