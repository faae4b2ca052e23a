#!/bin/sh
# SPDX-License-Identifier: MIT
# too_many_calls.sh SOURCE-FOLDER WORK-FOLDER: more calls than the timeline has room for. The shortest are left out
# of it and counted; everything else has every call.
. "$1/common.sh"
capture 25000
report 0
drive too_many_calls.steps --set rounds=25000
exit 0
