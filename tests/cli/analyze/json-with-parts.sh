# SPDX-License-Identifier: MIT
# Call sites and the call tree on request, and what a filter did.
build-trace traces <<'SCRIPT'
thread
enter 2000 alpha
enter_at 2100 beta 5555555550123456
enter 2110 gamma_ray
exit 2120
exit 2150
exit 3000
thread
enter 2000 5555555550123000
exit 2001
SCRIPT
part() {
  sed -n "/^\"$1\"/,/\\]/p" | sed 's/"address":"0x[0-9a-f]\{4,9\}"/"address":"ADDRESS"/;s/"caller_address":"0x[0-9a-f]*"/"caller_address":"ADDRESS"/'
}
callsight analyze --format json 2>/dev/null | grep -cE '"(sites|tree)"'
callsight analyze --format json --with sites 2>/dev/null | part sites
callsight analyze --format json --with tree --with sites 2>/dev/null | part tree
callsight analyze --format json 2>/dev/null | grep '"filter"'
callsight analyze --format json --depth 2 --thread 'a"b' --thread 70 --from 0 2>/dev/null | grep '"filter"'
callsight analyze --format json --with everything
echo $?
callsight analyze --with tree
echo $?
