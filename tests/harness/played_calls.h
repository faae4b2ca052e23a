/* SPDX-License-Identifier: MIT */
/*
 * Calls made by hand, for formats that are written while calls are read (call_stream.h): a report with
 * rows, processes and threads, and what each thread did, played to a format as the matcher would.
 *
 *     struct t_feed *feed = t_feed_new();
 *     uint32_t main_row = t_feed_row(feed, "main", "main.c", 3);
 *     t_feed_process(feed, 70, "/bin/app", "app --once");
 *     t_feed_thread(feed, 70, "main");
 *     t_feed_enter(feed, 100, main_row, 0);
 *     t_feed_exit(feed, 200, 0);
 *     text = t_feed_write(feed, csa_out_find("chrome"), &size);
 *     t_feed_free(feed);
 */
#ifndef T_PLAYED_CALLS_H
#define T_PLAYED_CALLS_H

#include <stddef.h>
#include <stdint.h>

#include "export_spans.h"
#include "out_format.h"

struct t_feed;

struct t_feed *t_feed_new(void);
void t_feed_free(struct t_feed *feed);

/** Text is not copied. Return: its number. */
uint32_t t_feed_row(struct t_feed *feed, const char *function, const char *file, unsigned line);
void t_feed_process(struct t_feed *feed, uint64_t pid, const char *exe, const char *command);
/** A thread of the last process, with serial numbers from 1. @name: as known at its end; may be NULL */
void t_feed_thread(struct t_feed *feed, uint32_t tid, const char *name);
/** The same with a lane. */
void t_feed_lane(struct t_feed *feed, uint32_t tid, const char *name, uint32_t lane);

/** What the last thread does; @flags as in enum csa_call_flags. */
void t_feed_enter(struct t_feed *feed, uint64_t ns, uint32_t row, unsigned flags);
void t_feed_exit(struct t_feed *feed, uint64_t ns, unsigned flags);
void t_feed_user(struct t_feed *feed, uint64_t ns, uint32_t kind, const char *name, int64_t value);
void t_feed_marker(struct t_feed *feed, uint64_t ns, uint32_t marker, uint64_t argument);
void t_feed_lost(struct t_feed *feed, uint64_t ns, uint64_t events, uint64_t blocks);

/** A note of the report. */
void t_feed_note(struct t_feed *feed, const char *text);

/** What @format writes; the caller frees it. Ends the case when it fails. */
char *t_feed_write(struct t_feed *feed, const struct csa_out_format *format, size_t *size);

/** The same for a caller who expects failures. @text: NULL when it failed */
int t_feed_try(struct t_feed *feed, const struct csa_out_format *format, char **text, size_t *size);

/** The calls as a reader must see them. */
const struct t_spans *t_feed_spans(const struct t_feed *feed);

#endif
