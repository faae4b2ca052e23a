static inline int inner(int x)
{
	return x + 1;
}
