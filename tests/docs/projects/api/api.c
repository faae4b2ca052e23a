// SPDX-License-Identifier: MIT
// Says about itself what hooks cannot know: the program of a section of docs/guide/capture.md.
#include <callsight/callsight.h>

static volatile unsigned answer;

static void step(void)
{
	answer++;
}

static void warm_up(void)
{
	callsight_pause();
	for (int i = 0; i < 1000; i++)
		step();
	callsight_resume();
}

static void serve_one(unsigned number)
{
	CALLSIGHT_SCOPE("request");
	for (unsigned i = 0; i < number % 7; i++)
		step();
	callsight_value("queue", number % 7);
}

int main(void)
{
	warm_up();
	for (unsigned number = 0; number < 100; number++) {
		serve_one(number);
		callsight_frame("tick");
	}
	return 0;
}
