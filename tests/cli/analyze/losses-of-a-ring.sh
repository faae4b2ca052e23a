# SPDX-License-Identifier: MIT
# A full ring drops blocks: calls that a loss falls into, that began or ended in one, and numbers that are too small.
build-trace traces name=app-7-1 <<'SCRIPT'
thread
name 1990 worker
enter 2000 alpha
enter 2010 beta
block written
exit 2020
enter 2030 gamma_ray
block dropped
exit 2050
exit 2100
thread
enter 2000 beta
exit 2010
SCRIPT
callsight analyze traces --columns function,self_ns,incl_ns,calls,unwound,lossy |
  sed "s,$(dirname "$(command -v build-trace)"),BIN,"
callsight analyze traces --format csv 2>&1 | cut -d, -f 1,8,20-
