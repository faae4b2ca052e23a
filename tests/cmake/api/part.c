#include <callsight/callsight.h>

int part(int n);

int part(int n)
{
	CALLSIGHT_SCOPE("in part");
	return n + 1;
}
