# SPDX-License-Identifier: MIT
# Files of older formats are a side as well: a folder of them, or one file.
golden=$CASE_FOLDER/../../golden/old-formats
callsight diff "$golden/x86-64-events" "$golden/x86-64-events" | tail -n 1
callsight analyze --format json "$golden/x86-64-capped" >capped.json
callsight diff --key calls capped.json "$golden/x86-64-capped/trace.27315.27315.0.bin" | tail -n 1
