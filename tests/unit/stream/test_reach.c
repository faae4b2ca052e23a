/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* struct addrinfo is hidden by -std=c11 alone */
#include "test.h"

#include <netdb.h>
#include <string.h>
#include <sys/socket.h>

#include "reach.h"

static struct addrinfo *resolve(const char *host)
{
	const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM };
	struct addrinfo *list = NULL;

	assert_int_equal(getaddrinfo(host, "9001", &hints, &list), 0);
	return list;
}

static void check_each(const char *const *hosts, bool is_local)
{
	for (; *hosts; hosts++) {
		struct addrinfo *list = resolve(*hosts);

		if (css_reach_is_local(list->ai_addr) != is_local)
			fail_msg("%s is taken for %s", *hosts, is_local ? "remote" : "local");
		assert_int_equal(css_reach_all_local(list), is_local);
		freeaddrinfo(list);
	}
}

TEST(loopback_in_all_its_forms_is_local)
{
	const char *const hosts[] = { "127.0.0.1",        "127.1.2.3", "127.255.255.255",  "::1",
				      "::ffff:127.0.0.1", "127.1",     "::ffff:127.9.9.9", NULL };

	T_UNUSED;
	check_each(hosts, true);
}

TEST(all_addresses_and_others_are_not_local)
{
	const char *const hosts[] = { "0.0.0.0",
				      "::",
				      "::ffff:0.0.0.0",
				      "126.255.255.255",
				      "128.0.0.1",
				      "10.0.0.1",
				      "192.168.1.1",
				      "169.254.1.1",
				      "::ffff:10.0.0.1",
				      "::127.0.0.1",
				      "::2",
				      "fe80::1",
				      "2001:db8::1",
				      "fd00::1",
				      "255.255.255.255",
				      "224.0.0.1",
				      "::fffe:127.0.0.1",
				      "7f00:1::",
				      NULL };

	T_UNUSED;
	check_each(hosts, false);
}

TEST(unix_sockets_are_local_and_unknown_families_are_not)
{
	struct sockaddr_storage address;

	T_UNUSED;
	memset(&address, 0, sizeof(address));
	address.ss_family = AF_UNIX;
	assert_true(css_reach_is_local((const struct sockaddr *)&address));
	address.ss_family = AF_UNSPEC;
	assert_false(css_reach_is_local((const struct sockaddr *)&address));
	address.ss_family = AF_MAX;
	assert_false(css_reach_is_local((const struct sockaddr *)&address));
}

TEST(one_address_elsewhere_makes_a_name_remote)
{
	struct addrinfo *first = resolve("127.0.0.1");
	struct addrinfo *last = resolve("192.0.2.1");

	T_UNUSED;
	assert_null(first->ai_next);
	assert_true(css_reach_all_local(first));
	first->ai_next = last;
	assert_false(css_reach_all_local(first));
	first->ai_next = NULL;
	last->ai_next = first;
	assert_false(css_reach_all_local(last));
	last->ai_next = NULL;
	freeaddrinfo(first);
	freeaddrinfo(last);
}

TEST(a_name_without_addresses_is_not_local)
{
	T_UNUSED;
	assert_false(css_reach_all_local(NULL));
}

TEST(texts_name_the_address_and_the_way_out_in_one_line)
{
	static const struct {
		enum css_reach_side side;
		bool has_tls;
		const char *way_out;
	} cases[] = {
		{ CSS_REACH_LISTEN, true, "--key-file" },
		{ CSS_REACH_LISTEN, false, "ssh -L" },
		{ CSS_REACH_CONNECT, true, "--key-file" },
		{ CSS_REACH_CONNECT, false, "ssh -L" },
	};
	char name[400];
	char text[CSS_REACH_TEXT_BYTES];

	T_UNUSED;
	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		css_reach_refusal(text, sizeof(text), cases[i].side, "board.example:9001",
				  cases[i].has_tls);
		assert_ptr_equal(strstr(text, "board.example:9001"), text);
		assert_non_null(strstr(text, cases[i].way_out));
		assert_null(strchr(text, '\n'));
		css_reach_refusal(text, sizeof(text), cases[i].side, name, cases[i].has_tls);
		assert_non_null(
			strstr(text, cases[i].way_out)); /* the name is cut, not the advice */
	}
	css_reach_insecure(text, sizeof(text), CSS_REACH_LISTEN, "0.0.0.0:9001");
	assert_ptr_equal(strstr(text, "--insecure: "), text);
	assert_non_null(strstr(text, "0.0.0.0:9001"));
	css_reach_insecure(text, sizeof(text), CSS_REACH_CONNECT, "192.0.2.1:9001");
	assert_non_null(strstr(text, "read and change the trace"));
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(loopback_in_all_its_forms_is_local),
		CASE(all_addresses_and_others_are_not_local),
		CASE(unix_sockets_are_local_and_unknown_families_are_not),
		CASE(one_address_elsewhere_makes_a_name_remote),
		CASE(a_name_without_addresses_is_not_local),
		CASE(texts_name_the_address_and_the_way_out_in_one_line),
	};

	return T_RUN(cases, argc, argv);
}
