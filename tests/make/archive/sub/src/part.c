int part_more(int i);
int part(int i);

int part_more(int i)
{
	return i + 1;
}

int part(int i)
{
	return part_more(i);
}
