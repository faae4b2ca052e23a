int leaf(int x);
int leaf_out(int x);

int leaf_out(int x)
{
	return x + 2;
}

int leaf(int x)
{
	return leaf_out(x) + leaf_out(x);
}
