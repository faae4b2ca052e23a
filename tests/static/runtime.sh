#!/bin/sh
# SPDX-License-Identifier: MIT
# runtime.sh STATIC SHARED MODULE NM OBJDUMP: symbols and hot path of the runtime as it was built.
set -u
static=$1 shared=$2 module=$3 nm=$4 objdump=$5
failed=0
complain() {
  echo "$*" >&2
  failed=1
}

# Hiding does not help in a static library: every defined symbol has our prefix, or is a weak one that
# stands for an inlined function of libstdc++.
for library in "$static" "$module"; do
  wrong=$("$nm" --defined-only --extern-only "$library" |
    awk 'NF == 3 && !($2 == "W" && $3 ~ /^_ZN?S/) { print $3 }' |
    grep -Ev '^(csr_|callsight_rt_|__wrap___cyg_profile_func_(enter|exit)$|__wrap_(swap|set)context$)')
  [ -z "$wrong" ] || complain "$library defines: $wrong"
done

# The shared library exports what other modules call, and nothing else.
exported=$("$nm" --dynamic --defined-only "$shared" | awk '{ print $3 }' | sort | tr '\n' ' ')
expected="__wrap___cyg_profile_func_enter __wrap___cyg_profile_func_exit __wrap_setcontext"
expected="$expected __wrap_swapcontext callsight_rt_fiber_end callsight_rt_fiber_switch callsight_rt_flush"
expected="$expected callsight_rt_frame callsight_rt_mark callsight_rt_pause callsight_rt_resume"
expected="$expected callsight_rt_scope_enter callsight_rt_scope_exit callsight_rt_thread_name"
expected="$expected callsight_rt_value csr_module_load csr_module_unload "
[ "$exported" = "$expected" ] || complain "$shared exports: $exported"

# In the static library the same are visible, so that a module that has it inside exports nothing more.
visible=$("$objdump" -t "$static" | grep -E '^[0-9a-f]+ g' | grep -v ' \.hidden ' | awk '{ print $NF }' |
  sort | tr '\n' ' ')
[ "$visible" = "$expected" ] || complain "$static shows: $visible"

# Programs define memcpy, malloc, write or getenv themselves: only these are called by name, all of
# them at a start or at a thread's end.
allowed='^(dl_iterate_phdr|getauxval|pthread_atfork|pthread_key_create|pthread_setspecific'
allowed="$allowed|secure_getenv|_dl_find_object|_GLOBAL_OFFSET_TABLE_|__tls_get_addr"
allowed="$allowed|__real_(swap|set)context|csr_.*|callsight_rt_.*|__wrap___cyg_profile_func_(enter|exit))\$"
wrong=$("$nm" --undefined-only "$static" | awk 'NF == 2 { print $2 }' | sort -u |
  grep -Ev "$allowed")
[ -z "$wrong" ] || complain "$static calls: $wrong"

# No call, no lock, no system call on the accepted path of any mode: hot_path.sh has it for more compilers.
case $(uname -m) in
x86_64 | aarch64)
  "$objdump" -d --no-show-raw-insn "$shared" | awk -v arch="$(uname -m)" -f "${0%/*}/hot_path.awk" >&2 ||
    failed=1
  ;;
esac
exit $failed
