int three(int x);
int lonely(int x);
int three(int x)
{
	return x + 2;
}

int lonely(int x)
{
	return x;
}
