# SPDX-License-Identifier: MIT
# Tables below the functions, when there are several: by time, at most --top.
build-trace traces <<'SCRIPT'
thread
name 2000 main
enter 2000 alpha
enter 2100 beta
exit 2150
exit 3000
thread
name 2000 worker
enter 2000 gamma_ray
exit_of 2100 5555555550123456
exit 902100
thread
enter 2000 5555555550123456
exit 2010
SCRIPT
callsight analyze | sed -n '/^thread  /,$p'
callsight analyze --top 2 | sed -n '/^thread  /,$p'
build-trace one <<'SCRIPT'
thread
enter 2000 alpha
exit 2010
SCRIPT
callsight analyze one | grep -E '^(thread|module)  '
