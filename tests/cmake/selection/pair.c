/* Two functions whose names have the same length. */
int first(int x);
int third(int x);
int first(int x)
{
	return x + 1;
}

int third(int x)
{
	return x + 3;
}

int main(void)
{
	return first(1) + third(2) == 7 ? 0 : 1;
}
