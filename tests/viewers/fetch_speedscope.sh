#!/bin/sh
# SPDX-License-Identifier: MIT
# fetch_speedscope.sh FOLDER NPM: the published package of speedscope, from the registry that npm is
# set up for; kept between runs.
set -u
version=1.25.0
mkdir -p "$1" && cd "$1" || exit 1
[ -f package/package.json ] && grep -q "\"version\": \"$version\"" package/package.json && exit 0
rm -rf package
# node has a list of authorities of its own; the machine's may have more.
authorities=/etc/ssl/certs/ca-certificates.crt
[ -n "${NODE_EXTRA_CA_CERTS:-}" ] || [ ! -f "$authorities" ] || export NODE_EXTRA_CA_CERTS="$authorities"
for try in 1 2 3; do
  "$2" pack --fetch-retries 1 --fetch-timeout 60000 "speedscope@$version" > npm.out 2> npm.err &&
    tar xzf "speedscope-$version.tgz" && exit 0
  sleep $((10 * try))
done
cat npm.err >&2
echo "FAILED: npm pack speedscope@$version" >&2
exit 1
