#!/bin/sh
# SPDX-License-Identifier: MIT
# The proxy itself, where nobody else takes the port that it gives up in an outage.
ip link set lo up || exit 1
exec "$TEST_TCP_PROXY"
