# SPDX-License-Identifier: MIT
# What a program says is only shown when it fails; then the gate cannot say anything.
. "$CASE_FOLDER/app.inc"
exec 2>&1
gate -b app.json -u -r 3 -- ./app 2 10000000
gate -b app.json -- sh -c 'echo some words; echo more >&2; exit 7'
gate -b app.json -- sh -c 'kill -9 $$'
gate -b app.json --timeout 1 -- sleep 20
gate -b app.json -- no-hooks
gate -b app.json -- ./not-there
gate -b app.json -u -r 3 -- sh -c 'exit 1'
echo '-- standard input is empty'
echo words | callsight gate -b app.json -r 1 -- sh -c 'wc -c; exit 1'
echo "status $?"
