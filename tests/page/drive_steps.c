/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* asprintf */
#include "drive_steps.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void t_drive_fail(struct t_driver *d, const char *what, const char *found)
{
	fprintf(stderr, "%s:%u: %s\n  %s\n", d->steps, d->line, what, found);
	d->failures++;
}

static char *text_of(json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

	json_decref(value);
	return text ? text : strdup("undefined");
}

static void open_page(struct t_driver *d, const char *path)
{
	static const char ready[] =
		"new Promise((done) => { const look = () => "
		"document.documentElement.dataset.painted"
		" ? done(1) : setTimeout(look, 5); look(); setTimeout(() => done(0), 600000); })";
	char *url;

	if (asprintf(&url, "file://%s", path) < 0)
		abort();
	t_browser_open(d->browser, url);
	free(url);
	url = text_of(t_browser_eval(d->browser, ready));
	if (strcmp(url, "1") != 0)
		t_drive_fail(d, "the page never became ready", t_browser_complaints(d->browser));
	free(url);
}

static void load(struct t_driver *d, char *words)
{
	char *path = strchr(words, ' ');
	json_error_t error;
	json_t *data;
	char *text;
	char *expression;

	if (!path) {
		t_drive_fail(d, "load needs a name and a file", words);
		return;
	}
	*path++ = '\0';
	data = json_load_file(path, 0, &error);
	if (!data) {
		t_drive_fail(d, path, error.text);
		return;
	}
	text = json_dumps(data, JSON_COMPACT);
	if (asprintf(&expression, "window.%s = %s; 1", words, text) < 0)
		abort();
	json_decref(t_browser_eval(d->browser, expression));
	free(expression);
	free(text);
	json_decref(data);
}

static void set_size(struct t_driver *d, const char *words)
{
	int width = 0;
	int height = 0;

	if (sscanf(words, "%d %d", &width, &height) != 2)
		t_drive_fail(d, "size needs two numbers", words);
	json_decref(t_browser_call(d->browser, "Emulation.setDeviceMetricsOverride",
				   json_pack("{s:i,s:i,s:i,s:b}", "width", width, "height", height,
					     "deviceScaleFactor", 1, "mobile", 0)));
}

static void set_scheme(struct t_driver *d, const char *scheme)
{
	json_decref(t_browser_call(d->browser, "Emulation.setEmulatedMedia",
				   json_pack("{s:[{s:s,s:s}]}", "features", "name",
					     "prefers-color-scheme", "value", scheme)));
}

static int key_code(const char *key)
{
	static const struct {
		const char *key;
		int code;
	} codes[] = { { "Backspace", 8 }, { "Tab", 9 },         { "Enter", 13 },
		      { "Escape", 27 },   { "PageUp", 33 },     { "PageDown", 34 },
		      { "End", 35 },      { "Home", 36 },       { "ArrowLeft", 37 },
		      { "ArrowUp", 38 },  { "ArrowRight", 39 }, { "ArrowDown", 40 } };

	for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
		if (strcmp(codes[i].key, key) == 0)
			return codes[i].code;
	}
	return 0;
}

static void press(struct t_driver *d, const char *key)
{
	int shift = strncmp(key, "Shift+", 6) == 0 ? 8 : 0;
	const char *name = shift ? key + 6 : key;
	const char *text = strcmp(name, "Enter") == 0 ? "\r" : name[1] == '\0' ? name : NULL;
	json_t *down =
		json_pack("{s:s,s:s,s:i,s:i}", "type", text ? "keyDown" : "rawKeyDown", "key", name,
			  "windowsVirtualKeyCode", key_code(name), "modifiers", shift);

	if (text)
		json_object_set_new(down, "text", json_string(text));
	json_decref(t_browser_call(d->browser, "Input.dispatchKeyEvent", down));
	json_decref(t_browser_call(d->browser, "Input.dispatchKeyEvent",
				   json_pack("{s:s,s:s,s:i,s:i}", "type", "keyUp", "key", name,
					     "windowsVirtualKeyCode", key_code(name), "modifiers",
					     shift)));
}

static void press_all(struct t_driver *d, char *words)
{
	char *rest = words;

	for (char *key = strtok_r(words, " ", &rest); key; key = strtok_r(NULL, " ", &rest))
		press(d, key);
}

/* @buttons: those that are down after it, 1 the left one. */
static void mouse_event(struct t_driver *d, const char *type, double x, double y, int modifiers,
			int buttons)
{
	const char *button = buttons || strcmp(type, "mouseReleased") == 0 ? "left" : "none";

	json_decref(t_browser_call(d->browser, "Input.dispatchMouseEvent",
				   json_pack("{s:s,s:f,s:f,s:s,s:i,s:i,s:i}", "type", type, "x", x,
					     "y", y, "button", button, "buttons", buttons,
					     "clickCount", 1, "modifiers", modifiers)));
}

static void wheel(struct t_driver *d, double x, double y, double delta, int modifiers)
{
	json_decref(t_browser_call(d->browser, "Input.dispatchMouseEvent",
				   json_pack("{s:s,s:f,s:f,s:f,s:f,s:i}", "type", "mouseWheel", "x",
					     x, "y", y, "deltaX", 0.0, "deltaY", delta, "modifiers",
					     modifiers)));
}

/* To the right by @delta pixels. */
static void drag(struct t_driver *d, double x, double y, double delta, int modifiers)
{
	mouse_event(d, "mousePressed", x, y, modifiers, 1);
	for (unsigned part = 1; part <= 4; part++)
		mouse_event(d, "mouseMoved", x + delta * part / 4, y, modifiers, 1);
	mouse_event(d, "mouseReleased", x + delta, y, modifiers, 0);
}

static void mouse(struct t_driver *d, const char *words)
{
	char what[16] = "";
	char modifier[8] = "";
	double x = 0;
	double y = 0;
	double delta = 0;

	if (sscanf(words, "%15s %lf %lf %lf %7s", what, &x, &y, &delta, modifier) < 3)
		t_drive_fail(d, "mouse needs a word and a place", words);
	mouse_event(d, "mouseMoved", x, y, 0, 0);
	if (strcmp(what, "wheel") == 0)
		wheel(d, x, y, delta, strcmp(modifier, "ctrl") == 0 ? 2 : 0);
	if (strcmp(what, "click") == 0)
		drag(d, x, y, 0, 0);
	if (strcmp(what, "drag") == 0)
		drag(d, x, y, delta, strcmp(modifier, "shift") == 0 ? 8 : 0);
}

/* Two frames, so that what was asked for has been drawn. */
static void let_draw(struct t_driver *d)
{
	if (!d->must_draw)
		return;
	d->must_draw = false;
	json_decref(t_browser_eval(d->browser, "new Promise((done) => requestAnimationFrame(() => "
					       "requestAnimationFrame(() => done(1))))"));
}

static void check(struct t_driver *d, const char *expression)
{
	char *found;

	let_draw(d);
	found = text_of(t_browser_eval(d->browser, expression));
	d->checks++;
	if (strcmp(found, "true") != 0)
		t_drive_fail(d, expression, found);
	free(found);
}

static void print(struct t_driver *d, char *words)
{
	char *expression = strstr(words, " = ");
	char *value;

	if (!expression) {
		t_drive_fail(d, "print needs ' = '", words);
		return;
	}
	*expression = '\0';
	value = text_of(t_browser_eval(d->browser, expression + 3));
	printf("%s: %s\n", words, value);
	free(value);
}

static int base64_digit(int c)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

static void write_base64(const char *text, FILE *out)
{
	unsigned bits = 0;
	unsigned count = 0;

	for (; base64_digit(*text) >= 0; text++) {
		bits = bits << 6 | (unsigned)base64_digit(*text);
		count += 6;
		if (count >= 8) {
			count -= 8;
			fputc((int)(bits >> count & 0xff), out);
		}
	}
}

static void shoot(struct t_driver *d, const char *name)
{
	json_t *shot;
	char *path;
	FILE *out;

	let_draw(d);
	shot = t_browser_call(d->browser, "Page.captureScreenshot", NULL);
	if (asprintf(&path, "%s/%s.png", d->work, name) < 0)
		abort();
	out = fopen(path, "w");
	if (out) {
		write_base64(json_string_value(json_object_get(shot, "data")), out);
		fclose(out);
	} else {
		t_drive_fail(d, "cannot write", path);
	}
	free(path);
	json_decref(shot);
}

static void quiet(struct t_driver *d, const char *words)
{
	const char *text = t_browser_complaints(d->browser);

	(void)words;
	d->checks++;
	if (*text)
		t_drive_fail(d, "the page is not quiet", text);
}

/* Its value is not asked for: it may be all calls of the page. */
static void evaluate(struct t_driver *d, const char *expression)
{
	char *script;
	char *text;

	if (asprintf(&script, "%s\n;0", expression) < 0)
		abort();
	text = text_of(t_browser_eval(d->browser, script));
	if (strcmp(text, "0") != 0)
		t_drive_fail(d, expression, text);
	free(text);
	free(script);
}

static void type_text(struct t_driver *d, const char *text)
{
	json_decref(
		t_browser_call(d->browser, "Input.insertText", json_pack("{s:s}", "text", text)));
}

void t_drive_step(struct t_driver *d, char *verb, char *rest)
{
	static const struct {
		const char *verb;
		void (*run)(struct t_driver *d, const char *rest);
		void (*run_writing)(struct t_driver *d, char *rest);
		bool changes; /* what is seen */
	} verbs[] = {
		{ "open", open_page, NULL, true }, { "load", NULL, load, false },
		{ "size", set_size, NULL, true },  { "scheme", set_scheme, NULL, true },
		{ "key", NULL, press_all, true },  { "type", type_text, NULL, true },
		{ "mouse", mouse, NULL, true },    { "js", evaluate, NULL, true },
		{ "check", check, NULL, false },   { "shot", shoot, NULL, false },
		{ "print", NULL, print, false },   { "quiet", quiet, NULL, false },
	};

	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(verbs[i].verb, verb) != 0)
			continue;
		d->must_draw = d->must_draw || verbs[i].changes;
		if (verbs[i].run)
			verbs[i].run(d, rest);
		else
			verbs[i].run_writing(d, rest);
		return;
	}
	t_drive_fail(d, "no such step", verb);
}
