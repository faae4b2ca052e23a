# SPDX-License-Identifier: MIT
callsight run -- hooks-called
