# SPDX-License-Identifier: MIT
# What has only an address cannot be found again in another build: it is left out, and that is said.
. "$CASE_FOLDER/app.inc"
exec 2>&1
cat >nameless <<'APP'
#!/bin/sh
echo "thread
enter 2000 alpha
enter 2100 1234
exit 2200
exit 3000" | ${BUILD:-build-trace} "$TRACE_DIR" name=app-$$-1795972517000000000
APP
chmod +x nameless
gate -b app.json -u -- ./nameless
gate -b app.json -- ./nameless
strip -o stripped "$(command -v build-trace)"
BUILD=./stripped
export BUILD
gate -b app.json -- ./nameless
mkdir symbols
cp "$(command -v build-trace)" symbols/stripped
gate -b app.json --symbols symbols -- ./nameless
