# SPDX-License-Identifier: MIT
block-term callsight run --no-report --timeout 1 -- endures
