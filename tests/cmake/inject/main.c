int part(int x);

int main(void)
{
	return part(1) == 2 ? 0 : 1;
}
