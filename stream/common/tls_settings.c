/* SPDX-License-Identifier: MIT */
/* Which settings of TLS go together. */
#include "tls.h"

const char *css_tls_check(const struct css_tls_settings *settings, bool is_insecure)
{
	if (!css_tls_is_wanted(settings))
		return NULL;
	if (is_insecure)
		return "--insecure contradicts --key-file, --ca and --cert";
	if (settings->key_file && (settings->ca || settings->cert || settings->cert_key))
		return "--key-file excludes --ca, --cert and --key";
	if (!settings->cert != !settings->cert_key)
		return "--cert and --key belong together";
	if (settings->is_server && !settings->key_file && !settings->cert)
		return "a server needs --key-file, or --cert and --key";
	if (!settings->is_server && !settings->key_file && !settings->ca)
		return "a client needs --key-file, or --ca to know its server";
	return NULL;
}
