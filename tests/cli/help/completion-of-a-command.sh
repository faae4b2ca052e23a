# SPDX-License-Identifier: MIT
callsight help --completion bash run
