# SPDX-License-Identifier: MIT
callsight run --no-report --timeout 1 -- endures stubborn
