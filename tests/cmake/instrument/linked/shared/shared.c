int fetched(int x);
int shared(int x);
int shared_out(int x);

int shared_out(int x)
{
	return fetched(x);
}

int shared(int x)
{
	return shared_out(x) + 1;
}
