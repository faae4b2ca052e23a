# SPDX-License-Identifier: MIT
callsight analyze --from 1h; echo $?
callsight analyze --min-duration=-1us; echo $?
callsight analyze --from 2s --to 1500ms; echo $?
callsight analyze --depth deep; echo $?
