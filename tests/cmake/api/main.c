#include <callsight/callsight.h>
#include <stdio.h>

int part(int n);

int main(void)
{
	CALLSIGHT_SCOPE("in main");
	callsight_mark("here");
	callsight_value("number", 7);
	printf("%d\n", part(3));
	return 0;
}
