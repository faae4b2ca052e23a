/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "failing_memory.h"
#include "findings.h"

TEST(findings_stand_in_their_order_with_a_remedy_or_without)
{
	struct csa_findings findings;

	T_UNUSED;
	csa_findings_init(&findings);
	csa_remedy(&findings, "of nothing");
	findings.group = "first";
	csa_found(&findings, CSA_HEALTH_OK, "what", "%d of %s", 3, "them");
	findings.group = "second";
	csa_found(&findings, CSA_HEALTH_NOTE, "other", "x");
	csa_remedy(&findings, "do %s", "this");
	csa_remedy(&findings, "do that");
	assert_int_equal(findings.count, 2);
	assert_string_equal(findings.items[0].group, "first");
	assert_string_equal(findings.items[0].what, "what");
	assert_string_equal(findings.items[0].text, "3 of them");
	assert_null(findings.items[0].remedy);
	assert_string_equal(findings.items[1].group, "second");
	assert_string_equal(findings.items[1].remedy, "do that");
	assert_int_equal(csa_findings_count(&findings, CSA_HEALTH_OK), 1);
	assert_int_equal(csa_findings_count(&findings, CSA_HEALTH_NOTE), 1);
	assert_int_equal(csa_findings_count(&findings, CSA_HEALTH_BROKEN), 0);
	assert_string_equal(csa_health_name(CSA_HEALTH_BROKEN), "broken");
	csa_findings_release(&findings);
	assert_int_equal(findings.count, 0);
}

TEST(a_finding_without_memory_is_said)
{
	struct csa_findings findings;

	T_UNUSED;
	csa_findings_init(&findings);
	t_fail_after(0);
	csa_found(&findings, CSA_HEALTH_OK, "what", "text");
	assert_true(t_never_fail());
	assert_true(findings.failed);
	assert_int_equal(findings.count, 0);
	csa_remedy(&findings, "nothing to attach it to");
	csa_findings_release(&findings);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(findings_stand_in_their_order_with_a_remedy_or_without),
		CASE(a_finding_without_memory_is_said),
	};

	return T_RUN(cases, argc, argv);
}
