#include <callsight/callsight.h>
#include <cstdio>

extern "C" int part(int n);

int main()
{
	CALLSIGHT_SCOPE("in main");
	callsight_mark("here");
	callsight_value("number", 7);
	std::printf("%d\n", part(3));
	return 0;
}
