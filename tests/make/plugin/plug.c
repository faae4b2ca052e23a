static int inner(int i)
{
	return i * 2;
}

int plugged(int i);

int plugged(int i)
{
	int sum = 1;

	for (int k = 0; k < i; k++)
		sum += inner(1);
	return sum;
}
