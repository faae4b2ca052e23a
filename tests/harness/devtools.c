/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2, asprintf */
#include "devtools.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "buf.h"

#define HANG_MS 600000 /* a browser that says nothing for this long hangs, on any machine */

struct t_browser {
	pid_t pid;
	int to;
	int from;
	struct csa_buf input; /* bytes that are no whole message yet */
	struct csa_buf complaints;
	char *session;
	char *url;
	json_int_t last_id;
	bool is_loaded;
};

__attribute__((noreturn)) static void give_up(const char *what, const char *text)
{
	fprintf(stderr, "devtools: %s: %s\n", what, text ? text : "");
	exit(1);
}

static void run_browser(const char *program, const char *profile, int in, int out)
{
	char *folder;
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || asprintf(&folder, "--user-data-dir=%s", profile) < 0)
		_exit(126);
	/* Above 4 first: one of them may be the number of the other. */
	in = fcntl(in, F_DUPFD, 10);
	out = fcntl(out, F_DUPFD, 10);
	dup2(null, 0);
	dup2(null, 1);
	dup2(null, 2);
	dup2(in, 3);
	dup2(out, 4);
	close(in);
	close(out);
	execlp(program, program, "--headless", "--remote-debugging-pipe", "--no-sandbox",
	       "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
	       "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
	       "--force-color-profile=srgb", folder, "about:blank", NULL);
	_exit(127);
}

static void send_message(struct t_browser *b, json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT);
	size_t length = strlen(text) + 1;

	for (size_t done = 0; done < length;) {
		ssize_t n = write(b->to, text + done, length - done);

		if (n <= 0)
			give_up("cannot write to the browser", text);
		done += (size_t)n;
	}
	free(text);
	json_decref(message);
}

/* Return: false: it has closed its end. */
static bool take_bytes(struct t_browser *b)
{
	static char bytes[1 << 16];
	struct pollfd wait = { .fd = b->from, .events = POLLIN };
	ssize_t n;

	if (poll(&wait, 1, HANG_MS) <= 0)
		give_up("the browser hangs", NULL);
	n = read(b->from, bytes, sizeof(bytes));
	if (n > 0)
		csa_buf_add(&b->input, bytes, (size_t)n);
	return n > 0;
}

/* The next message of the browser, a new reference. */
static json_t *receive(struct t_browser *b)
{
	json_t *message;
	char *end;
	size_t length;
	json_error_t error;

	while (!(end = memchr(b->input.data, '\0', b->input.length))) {
		if (!take_bytes(b))
			give_up("the browser is gone", NULL);
	}
	message = json_loads(b->input.data, 0, &error);
	if (!message)
		give_up(error.text, b->input.data);
	length = (size_t)(end - b->input.data) + 1;
	memmove(b->input.data, b->input.data + length, b->input.length - length + 1);
	b->input.length -= length;
	return message;
}

static const char *string_at(json_t *object, const char *a, const char *b)
{
	json_t *value =
		b ? json_object_get(json_object_get(object, a), b) : json_object_get(object, a);

	return json_is_string(value) ? json_string_value(value) : "";
}

static void complain(struct t_browser *b, const char *kind, json_t *detail)
{
	char *text = json_dumps(detail, JSON_COMPACT | JSON_ENCODE_ANY);

	csa_buf_add_fmt(&b->complaints, "%s: %.600s\n", kind, text);
	free(text);
}

static void note_event(struct t_browser *b, const char *method, json_t *parameters)
{
	const char *level;
	const char *url;

	if (strcmp(method, "Page.loadEventFired") == 0) {
		b->is_loaded = true;
	} else if (strcmp(method, "Runtime.exceptionThrown") == 0) {
		complain(b, "thrown", json_object_get(parameters, "exceptionDetails"));
	} else if (strcmp(method, "Runtime.consoleAPICalled") == 0) {
		level = string_at(parameters, "type", NULL);
		if (strcmp(level, "error") == 0 || strcmp(level, "warning") == 0 ||
		    strcmp(level, "assert") == 0)
			complain(b, "console", json_object_get(parameters, "args"));
	} else if (strcmp(method, "Log.entryAdded") == 0) {
		level = string_at(parameters, "entry", "level");
		if (strcmp(level, "error") == 0 || strcmp(level, "warning") == 0)
			complain(b, "log", json_object_get(parameters, "entry"));
	} else if (strcmp(method, "Network.requestWillBeSent") == 0) {
		url = string_at(parameters, "request", "url");
		if (b->url && strncmp(url, b->url, strcspn(b->url, "#")) != 0)
			complain(b, "request", json_object_get(parameters, "request"));
	}
}

static json_t *call(struct t_browser *b, const char *method, json_t *parameters)
{
	json_t *message = json_pack("{s:I,s:s,s:o}", "id", ++b->last_id, "method", method, "params",
				    parameters ? parameters : json_object());
	json_t *result = NULL;

	if (b->session)
		json_object_set_new(message, "sessionId", json_string(b->session));
	send_message(b, message);
	while (!result) {
		message = receive(b);
		if (json_integer_value(json_object_get(message, "id")) == b->last_id) {
			if (json_object_get(message, "error"))
				give_up(method, string_at(message, "error", "message"));
			result = json_incref(json_object_get(message, "result"));
		} else {
			note_event(b, string_at(message, "method", NULL),
				   json_object_get(message, "params"));
		}
		json_decref(message);
	}
	return result;
}

json_t *t_browser_call(struct t_browser *browser, const char *method, json_t *parameters)
{
	return call(browser, method, parameters);
}

static void attach(struct t_browser *b)
{
	static const char *const domains[] = { "Page.enable", "Runtime.enable", "Log.enable",
					       "Network.enable" };
	json_t *made = call(b, "Target.createTarget", json_pack("{s:s}", "url", "about:blank"));
	json_t *attached = call(b, "Target.attachToTarget",
				json_pack("{s:s,s:b}", "targetId",
					  string_at(made, "targetId", NULL), "flatten", 1));

	b->session = strdup(string_at(attached, "sessionId", NULL));
	json_decref(made);
	json_decref(attached);
	for (size_t i = 0; i < sizeof(domains) / sizeof(domains[0]); i++)
		json_decref(call(b, domains[i], NULL));
}

struct t_browser *t_browser_start(const char *program, const char *profile)
{
	struct t_browser *b = calloc(1, sizeof(*b));
	int to[2];
	int from[2];

	if (!b || pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0)
		give_up("no pipe", NULL);
	csa_buf_init(&b->input);
	csa_buf_init(&b->complaints);
	signal(SIGPIPE, SIG_IGN);
	b->pid = fork();
	if (b->pid == 0)
		run_browser(program, profile, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	b->to = to[1];
	b->from = from[0];
	attach(b);
	return b;
}

void t_browser_stop(struct t_browser *browser)
{
	free(browser->session);
	browser->session = NULL;
	/* It may be gone before its answer is written. */
	send_message(browser,
		     json_pack("{s:I,s:s}", "id", ++browser->last_id, "method", "Browser.close"));
	while (take_bytes(browser))
		csa_buf_clear(&browser->input);
	close(browser->to);
	close(browser->from);
	waitpid(browser->pid, NULL, 0);
	csa_buf_release(&browser->input);
	csa_buf_release(&browser->complaints);
	free(browser->url);
	free(browser);
}

json_t *t_browser_eval(struct t_browser *browser, const char *expression)
{
	json_t *result = call(browser, "Runtime.evaluate",
			      json_pack("{s:s,s:b,s:b}", "expression", expression, "returnByValue",
					1, "awaitPromise", 1));
	json_t *value = json_incref(json_object_get(json_object_get(result, "result"), "value"));

	if (json_object_get(result, "exceptionDetails")) {
		json_decref(value);
		value = json_sprintf("thrown: %s", string_at(json_object_get(result, "result"),
							     "description", NULL));
	}
	json_decref(result);
	return value ? value : json_null();
}

void t_browser_open(struct t_browser *browser, const char *url)
{
	json_t *message;

	free(browser->url);
	browser->url = strdup(url);
	browser->is_loaded = false;
	json_decref(call(browser, "Page.navigate", json_pack("{s:s}", "url", url)));
	while (!browser->is_loaded) {
		message = receive(browser);
		note_event(browser, string_at(message, "method", NULL),
			   json_object_get(message, "params"));
		json_decref(message);
	}
}

const char *t_browser_complaints(struct t_browser *browser)
{
	/* What was sent before the answer to this is seen with it. */
	json_decref(call(browser, "Runtime.evaluate", json_pack("{s:s}", "expression", "0")));
	return browser->complaints.data;
}
