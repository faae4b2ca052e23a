/* SPDX-License-Identifier: MIT */
/* What stands for TLS where OpenSSL was not found. */
#include "test.h"

#include <string.h>

#include "tls.h"

TEST(without_the_library_settings_are_refused_with_a_way_out)
{
	const struct css_tls_settings settings = { .is_server = true, .key_file = "key" };
	char why[256] = "";

	T_UNUSED;
	assert_false(css_tls_is_built());
	assert_null(css_tls_new(&settings, why, sizeof(why)));
	assert_non_null(strstr(why, "built without OpenSSL"));
	assert_non_null(strstr(why, "ssh -L"));
	assert_null(css_tls_link(NULL, 0, "host", why, sizeof(why)));
	assert_non_null(strstr(why, "built without OpenSSL"));
	css_tls_free(NULL);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(without_the_library_settings_are_refused_with_a_way_out),
	};

	return T_RUN(cases, argc, argv);
}
