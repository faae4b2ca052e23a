# SPDX-License-Identifier: MIT
callsight analyze --format xml; echo $?
callsight analyze --sort name; echo $?
callsight analyze --top many; echo $?
callsight analyze --exe app one two; echo $?
callsight analyze --partial one.part --output two.json; echo $?
callsight analyze --files-from /dev/null; echo $?
