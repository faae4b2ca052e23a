# SPDX-License-Identifier: MIT
mkdir folder
callsight run -- ./folder
