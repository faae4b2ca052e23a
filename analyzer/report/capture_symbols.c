/* SPDX-License-Identifier: MIT */
#include "capture_symbols.h"

int csa_capture_symbols(struct csa_symbols **out, const struct csa_capture *capture,
			const struct csa_symbol_sources *sources, struct csa_symbols *from,
			struct csa_err *err)
{
	int rc = from ? csa_symbols_share(out, from, err) : csa_symbols_new(out, err);

	if (rc == 0 && sources)
		csa_symbols_set_sources(*out, sources);
	for (size_t i = 0; rc == 0 && i < capture->modules.count; i++) {
		const struct csa_module *m = &capture->modules.items[i];
		const struct csa_module_map map = {
			.path = m->path,
			.build_id = m->build_id,
			.has_stat = m->has_stat,
			.file_bytes = m->file_bytes,
			.file_changed_ns = m->file_changed_ns,
			.bias = m->bias,
			.start_ip = m->start_ip,
			.end_ip = m->end_ip,
			.load_ticks = m->load_ticks,
			.unload_ticks = m->unload_ticks,
			.started_realtime_ns = capture->facts.start_realtime_ns,
		};

		rc = csa_symbols_add_module(*out, &map, err);
	}
	return rc;
}
