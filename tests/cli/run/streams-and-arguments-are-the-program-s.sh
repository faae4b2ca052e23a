# SPDX-License-Identifier: MIT
# Options behind the program are its own; "--" once more is an argument.
echo input | callsight run --no-report /bin/sh -c 'cat; echo "out $*"; echo err >&2; exit 4' x --dir -- y
