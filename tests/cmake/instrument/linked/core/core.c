int leaf(int x);
int part(int x);
int shared(int x);
int core(int x);

int core(int x)
{
	return leaf(x) + part(x) + shared(x);
}
