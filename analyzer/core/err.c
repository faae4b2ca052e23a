/* SPDX-License-Identifier: MIT */
#include "err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int csa_fail(struct csa_err *err, int code, const char *fmt, ...)
{
	if (err && !err->code) {
		va_list ap;

		err->code = code;
		va_start(ap, fmt);
		(void)vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
		va_end(ap);
	}
	return code;
}

void csa_err_context(struct csa_err *err, const char *fmt, ...)
{
	char context[sizeof(err->msg)];
	char cause[sizeof(err->msg)];
	va_list ap;

	if (!err || !err->code)
		return;
	va_start(ap, fmt);
	(void)vsnprintf(context, sizeof(context), fmt, ap);
	va_end(ap);
	memcpy(cause, err->msg, sizeof(cause));
	/* Truncation is the documented behaviour; the check keeps compilers quiet about it. */
	if (snprintf(err->msg, sizeof(err->msg), "%s: %s", context, cause) < 0)
		err->msg[0] = '\0';
}

const char *csa_err_text(int code)
{
	switch (code) {
#define X(num, name, text) \
	case CSA_E_##name: \
		return text;
		CSA_ERR_MAP(X)
#undef X
	default:
		return "unknown error";
	}
}

int csa_err_exit_status(int code)
{
	return code == CSA_E_USAGE ? 2 : 3;
}
