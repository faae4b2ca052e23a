/* SPDX-License-Identifier: MIT */
/*
 * A headless Chromium, driven over the DevTools protocol by a pair of pipes: one message is JSON with a NUL
 * behind it. Every function ends the program with a message when the browser does not answer.
 */
#ifndef T_DEVTOOLS_H
#define T_DEVTOOLS_H

#include <stddef.h>

#include <jansson.h>

struct t_browser;

/** t_browser_start() - @program: chromium; @profile: an empty folder for what it keeps. */
struct t_browser *t_browser_start(const char *program, const char *profile);
void t_browser_stop(struct t_browser *browser);

/**
 * t_browser_call() - a command to the page.
 * @parameters: taken; may be NULL
 *
 * Return: its result, a new reference. An error is the end of the program.
 */
json_t *t_browser_call(struct t_browser *browser, const char *method, json_t *parameters);

/** t_browser_eval() - the value of an expression of JavaScript, a new reference; promises are awaited. */
json_t *t_browser_eval(struct t_browser *browser, const char *expression);

/** t_browser_open() - load @url and wait until it is loaded. */
void t_browser_open(struct t_browser *browser, const char *url);

/**
 * t_browser_complaints() - what the page logged as error or warning, what it threw, and what it asked the
 * network for beside itself: one line each, "" when there is nothing.
 */
const char *t_browser_complaints(struct t_browser *browser);

#endif
