/* SPDX-License-Identifier: MIT */
/* A capture as files in a folder of the process: live.cst, modules, process.json, files of blocks. */
#include "sink.h"

#include "stripes.h"
#include "folder.h"
#include "live_windows.h"
#include "modules_file.h"
#include "process.h"

CSR_FN static int open_files(void)
{
	int rc = csr_folder_create();

	if (rc == 0)
		rc = csr_live_windows_create();
	if (rc == 0)
		rc = csr_modules_file_create();
	/* With TRACE_FULL=wrap blocks stay in the windows; the other modes have a file of their own. */
	if (rc == 0 && csr_process.settings.mode == CSR_MODE_EVENTS &&
	    !csr_process.settings.is_wrap)
		rc = csr_stripes_create();
	return rc;
}

CSR_FN static int put_facts(const struct csr_text *text)
{
	return csr_folder_write_facts(csr_process.folder, text);
}

CSR_FN static void disown(void)
{
	csr_live_windows_disown();
	csr_modules_file_disown();
	csr_stripes_disown();
}

const struct csr_sink csr_sink_file = {
	.name = "file",
	.open = open_files,
	.put_facts = put_facts,
	.add_modules = csr_modules_file_add,
	.window = csr_live_windows_new,
	.write = csr_stripes_write,
	.close = disown,
	.disown = disown,
};
