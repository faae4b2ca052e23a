/* SPDX-License-Identifier: MIT */
/* The parts of the stream's benchmark. Each prints its lines and returns its part of the result file. */
#ifndef BENCH_STREAM_PARTS_H
#define BENCH_STREAM_PARTS_H

#include "bench_device.h"

/** Hooks into the ring, with and without somebody who empties it, beside hooks into files. */
json_t *bench_stream_hand_over(const struct bench_tools *tools);

/** Time of processors of a program whose client has a fast server, and one that never reads. */
json_t *bench_stream_peers(const struct bench_tools *tools);

/** An even rate for seconds: without a drop; the device's time of processors; the highest such rate. */
json_t *bench_stream_steady(const struct bench_tools *tools);

/** As fast as hooks go. */
json_t *bench_stream_burst(const struct bench_tools *tools);

/** What goes over the wire, beside the blocks. */
json_t *bench_stream_compression(const struct bench_tools *tools);

/** From a call to the server's file. */
json_t *bench_stream_visible(const struct bench_tools *tools);

/** A hundred devices at once. */
json_t *bench_stream_connections(const struct bench_tools *tools);

#endif
