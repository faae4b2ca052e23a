/* SPDX-License-Identifier: MIT */
#include "report_markers.h"

#include <stdlib.h>

bool csa_report_add_marker(struct csa_report *report, const struct csa_report_marker *marker)
{
	size_t count = report->marker_count;
	struct csa_report_marker *markers = report->markers;

	if ((count & (count - 1)) == 0) /* capacities are powers of two */
		markers = realloc(markers, (count ? 2 * count : 1) * sizeof(*markers));
	if (!markers)
		return false;
	report->markers = markers;
	markers[report->marker_count++] = *marker;
	return true;
}
