# SPDX-License-Identifier: MIT
callsight run --format xml -- true
