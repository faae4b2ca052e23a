/* A second program of the same library; not instrumented itself. */
int core(int x);

int main(void)
{
	return core(2) == 0;
}
