# SPDX-License-Identifier: MIT
callsight analyze --format xml; echo $?
callsight analyze --sort name; echo $?
callsight analyze --top many; echo $?
callsight analyze one two; echo $?
