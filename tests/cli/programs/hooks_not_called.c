/* SPDX-License-Identifier: MIT */
/* Linked with the hooks, but no function of it is selected. */
int main(void)
{
	return 0;
}
