/* SPDX-License-Identifier: MIT */
/* What command lines mean, and why others are wrong. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>

#include "stream_options.h"
#include "test.h"

static struct css_stream_options options;
static char why[256];

/* @line is split at blanks. */
static int parse(const char *line)
{
	static char text[512];
	char *words[16];
	int count = 0;
	char *rest;

	snprintf(text, sizeof(text), "%s", line);
	for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
		words[count++] = word;
	return css_stream_options_parse(&options, count, words, why, sizeof(why));
}

static void refused(const char *line, const char *reason)
{
	assert_int_equal(parse(line), -1);
	assert_string_equal(why, reason);
}

TEST(ring_and_server_are_enough)
{
	T_UNUSED;
	assert_int_equal(parse("/app host:9001"), 0);
	assert_string_equal(options.ring, "/app");
	assert_string_equal(options.address.host, "host");
	assert_string_equal(options.address.port, "9001");
	assert_int_equal(options.level, CSS_LEVEL_AUTO);
	assert_false(options.stay || options.quiet || options.insecure || options.wait_seconds);
}

TEST(options_stand_anywhere_and_values_in_one_word_or_two)
{
	T_UNUSED;
	assert_int_equal(parse("--stay /app --level -5 unix:/run/s --wait=7 --quiet --insecure"),
			 0);
	assert_true(options.stay && options.quiet && options.insecure);
	assert_int_equal(options.level, -5);
	assert_int_equal(options.wait_seconds, 7);
	assert_true(options.address.is_unix);
	assert_string_equal(options.address.path, "/run/s");
	assert_int_equal(parse("--level=auto --ca c --cert d --key e -- /app [::1]:1"), 0);
	assert_int_equal(options.level, CSS_LEVEL_AUTO);
	assert_string_equal(options.tls.ca, "c");
	assert_string_equal(options.tls.cert, "d");
	assert_string_equal(options.tls.cert_key, "e");
	assert_string_equal(options.address.host, "::1");
	assert_int_equal(parse("--key-file k /app h:2"), 0);
	assert_string_equal(options.tls.key_file, "k");
}

TEST(help_and_version_need_nothing_else)
{
	T_UNUSED;
	assert_int_equal(parse("--help"), 0);
	assert_true(options.help);
	assert_int_equal(parse("--version --nonsense"), 0);
	assert_true(options.version);
}

TEST(wrong_lines_are_refused_with_the_reason)
{
	T_UNUSED;
	refused("/app", "the name of the ring and the address of the server have to be given");
	refused("/app h:1 more", "'more' is one word too many");
	refused("--what /app h:1", "unknown option --what");
	refused("-q /app h:1", "unknown option -q");
	refused("--stay=1 /app h:1", "--stay takes no value");
	refused("/app h:1 --level", "--level needs a value");
	refused("/app h:1 --level 20", "--level: '20' is not auto or a number from -20 to 19");
	refused("/app h:1 --level 3x", "--level: '3x' is not auto or a number from -20 to 19");
	refused("/app h:1 --wait -1", "--wait: '-1' is not a number of seconds from 0 to 1000000");
	refused("app h:1", "'app' is not the name of TRACE_SHM, as /name");
	refused("/ h:1", "'/' is not the name of TRACE_SHM, as /name");
	refused("/a/b h:1", "'/a/b' is not the name of TRACE_SHM, as /name");
	refused("/.. h:1", "'/..' is not the name of TRACE_SHM, as /name");
	refused("/app h:1 --key-file a --ca b", "--key-file excludes --ca, --cert and --key");
	refused("/app h:1 --key-file a --insecure",
		"--insecure contradicts --key-file, --ca and --cert");
}

TEST(wrong_addresses_are_refused_with_the_reason)
{
	static const char *const bad[][2] = {
		{ "host", "it has no port" },
		{ "host:", "a port is a number from 1 to 65535" },
		{ "host:0", "a port is a number from 1 to 65535" },
		{ "host:65536", "a port is a number from 1 to 65535" },
		{ "host:99999999999999999999", "a port is a number from 1 to 65535" },
		{ "host:http", "a port is a number from 1 to 65535" },
		{ ":9001", "a host has 1 to 255 bytes" },
		{ "::1:9001", "an IPv6 address stands in brackets" },
		{ "[::1]", "']:' and a port have to follow '['" },
		{ "[::1]x:1", "']:' and a port have to follow '['" },
		{ "unix:", "a path has 1 to 107 bytes" },
	};

	T_UNUSED;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct css_address address;
		char expected[256];

		snprintf(expected, sizeof(expected), "'%s' is not HOST:PORT or unix:PATH: %s",
			 bad[i][0], bad[i][1]);
		assert_int_equal(css_address_parse(&address, bad[i][0], why, sizeof(why)), -1);
		assert_string_equal(why, expected);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest cases[] = {
		CASE(ring_and_server_are_enough),
		CASE(options_stand_anywhere_and_values_in_one_word_or_two),
		CASE(help_and_version_need_nothing_else),
		CASE(wrong_lines_are_refused_with_the_reason),
		CASE(wrong_addresses_are_refused_with_the_reason),
	};

	return T_RUN(cases, argc, argv);
}
