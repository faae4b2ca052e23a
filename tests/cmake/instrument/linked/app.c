/* Calls what each library offers. */
int core(int x);

int main(void)
{
	return core(1) == 0;
}
