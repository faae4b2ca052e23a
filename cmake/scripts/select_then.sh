#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs selection plans, then a command: a linker launcher for what no step of the build could wait for.
#
#   sh select_then.sh <callsight> <plan>... -- <command> [<argument>...]
cli=$1
shift
while [ "$1" != -- ]; do
  "$cli" select --plan "$1" || exit
  shift
done
shift
exec "$@"
