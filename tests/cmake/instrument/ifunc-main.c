int chosen(void);

int main(void)
{
	return chosen() == 1 ? 0 : 1;
}
