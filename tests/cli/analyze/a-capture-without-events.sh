# SPDX-License-Identifier: MIT
build-trace traces </dev/null
callsight analyze
