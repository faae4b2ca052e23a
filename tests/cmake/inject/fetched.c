int fetched(void);
int fetched(void)
{
	return 0;
}
