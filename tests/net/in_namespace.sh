#!/bin/sh
# SPDX-License-Identifier: MIT
# in_namespace.sh SOURCE-FOLDER WORK-FOLDER SCRIPT [ARG...]: SCRIPT in network, PID and mount namespaces
# of its own: its ports and its shared memory are nobody else's, and when it ends, or is killed, all that it started
# is killed too.
set -u
script=$1/$3
first=$1 second=$2
shift 3
if [ "$(id -u)" -eq 0 ]; then
  as=
else
  as=-r
fi
# Word splitting of $as is meant.
why=$(unshare $as -n -m -p -f --mount-proc true 2>&1) || {
  echo "SKIPPED: namespaces cannot be made here: $why"
  exit 77
}
exec unshare $as -n -m -p -f --kill-child --mount-proc sh "$script" "$first" "$second" "$@"
