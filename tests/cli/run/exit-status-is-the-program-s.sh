# SPDX-License-Identifier: MIT
callsight run --no-report -- no-hooks 7
