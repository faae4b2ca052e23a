int plug(int x);
int plug(int x)
{
	return x + 1;
}
