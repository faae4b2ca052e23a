# SPDX-License-Identifier: MIT
callsight run -- hooks-not-called
