#!/bin/sh
# SPDX-License-Identifier: MIT
# views.sh SOURCE-FOLDER WORK-FOLDER: every view of a capture of eight threads and 1 089 009 calls, by keys and by
# mouse, in both themes and in a narrow window; its numbers are those of the JSON report.
. "$1/common.sh"
capture 8000
report 0
drive views.steps --set rounds=8000
drive looks.steps
exit 0
