int fetched(int x);

int fetched(int x)
{
	return x * 3;
}
