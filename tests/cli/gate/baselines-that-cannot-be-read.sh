# SPDX-License-Identifier: MIT
# No baseline, a damaged one, another file, a later version: the remedy is named, and --update overwrites nothing
# but baselines.
. "$CASE_FOLDER/app.inc"
exec 2>&1
gate -b none.json -- ./app 2 10000000
gate -b good.json -u -r 3 -- ./app 2 10000000
sed '/alpha/s/"calls": 1/"calls": "one"/' good.json >damaged.json
gate -b damaged.json -- ./app 2 10000000
sed 's/^"schema": 1/<<<<<<< HEAD\n&/' good.json >merged.json
gate -b merged.json -- ./app 2 10000000
gate -b merged.json -u -r 3 -- ./app 2 10000000
gate -b merged.json -- ./app 2 10000000
echo 'int main(void);' >main.c
gate -b main.c -u -r 3 -- ./app 2 10000000
cat main.c
sed 's/"schema": 1/"schema": 2/' good.json >later.json
gate -b later.json -u -r 3 -- ./app 2 10000000
gate -b good.json --metrics p99 -- ./app 2 10000000
gate -b good.json --mode events -- ./app 2 10000000
gate -b good.json -r 2 -- ./app 2 10000000
gate -b . -- ./app 2 10000000
