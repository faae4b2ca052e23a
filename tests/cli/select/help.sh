# SPDX-License-Identifier: MIT
callsight select --help
