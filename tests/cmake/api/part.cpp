#include <callsight/callsight.h>

extern "C" int part(int n)
{
	CALLSIGHT_SCOPE("in part");
	return n + 1;
}
