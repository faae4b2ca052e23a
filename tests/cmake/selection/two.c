int three(int x);
int two(int x);
int two(int x)
{
	return three(x) + 1;
}
