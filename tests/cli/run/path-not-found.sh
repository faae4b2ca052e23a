# SPDX-License-Identifier: MIT
callsight run -- ./gone a b
