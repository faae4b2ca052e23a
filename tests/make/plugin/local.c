int local(int i);

int local(int i)
{
	return i * 2;
}
