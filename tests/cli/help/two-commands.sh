# SPDX-License-Identifier: MIT
callsight help run analyze
