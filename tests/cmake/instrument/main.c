int helper(int x);

int main(void)
{
	return helper(1) == 3 ? 0 : 1;
}
