/* SPDX-License-Identifier: MIT */
#include "lane_table.h"

#include "test.h"

TEST(an_empty_table_has_nothing)
{
	struct css_lane_table lanes;

	T_UNUSED;
	css_lanes_init(&lanes);
	assert_false(css_lanes_has(&lanes, css_lane_key(1, 0), 0));
	assert_int_equal(css_lanes_bytes(&lanes), 0);
	css_lanes_release(&lanes);
}

TEST(sequences_up_to_the_last_are_there)
{
	struct css_lane_table lanes;

	T_UNUSED;
	css_lanes_init(&lanes);
	assert_int_equal(css_lanes_set(&lanes, css_lane_key(1, 0), 0), 0);
	assert_true(css_lanes_has(&lanes, css_lane_key(1, 0), 0));
	assert_false(css_lanes_has(&lanes, css_lane_key(1, 0), 1));
	assert_false(css_lanes_has(&lanes, css_lane_key(1, 1), 0));
	assert_int_equal(css_lanes_set(&lanes, css_lane_key(1, 0), 7), 0);
	assert_true(css_lanes_has(&lanes, css_lane_key(1, 0), 6));
	assert_false(css_lanes_has(&lanes, css_lane_key(1, 0), 8));
	assert_int_equal(lanes.count, 1);
	css_lanes_release(&lanes);
}

TEST(many_lanes_stay_apart)
{
	const uint32_t count = 100000;
	struct css_lane_table lanes;

	T_UNUSED;
	css_lanes_init(&lanes);
	for (uint32_t i = 1; i <= count; i++)
		for (uint8_t lane = 0; lane < 2; lane++)
			assert_int_equal(css_lanes_set(&lanes, css_lane_key(i, lane), 2 * i + lane),
					 0);
	assert_int_equal(lanes.count, 2 * count);
	for (uint32_t i = 1; i <= count; i++)
		for (uint8_t lane = 0; lane < 2; lane++) {
			assert_true(css_lanes_has(&lanes, css_lane_key(i, lane), 2 * i + lane));
			assert_false(
				css_lanes_has(&lanes, css_lane_key(i, lane), 2 * i + lane + 1));
		}
	assert_false(css_lanes_has(&lanes, css_lane_key(count + 1, 0), 0));
	css_lanes_release(&lanes);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(an_empty_table_has_nothing),
		CASE(sequences_up_to_the_last_are_there),
		CASE(many_lanes_stay_apart),
	};

	return T_RUN(cases, argc, argv);
}
