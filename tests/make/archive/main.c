int part(int i);

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 4; i++)
		sum += part(i);
	return sum == 10 ? 0 : 1;
}
