# SPDX-License-Identifier: MIT
# awk -v arch=x86_64|aarch64 -f hot_path.awk: reads `objdump -dr --no-show-raw-insn` of the runtime and says
# what the hooks must not do where an event is accepted. A hook leaves its own code only by jumps to the
# functions that do what it cannot; so all of the code that is not marked as unlikely is held to this.
BEGIN {
  # Scopes have the hooks' path where frames are compared by their CFA; elsewhere they jump to the hooks.
  scopes = arch == "x86_64" ? " callsight_rt_scope_enter callsight_rt_scope_exit" : ""
  split("__wrap___cyg_profile_func_enter __wrap___cyg_profile_func_exit csr_summary_enter " \
    "csr_summary_exit csr_count_enter callsight_rt_mark callsight_rt_frame callsight_rt_value" scopes, hooks, " ")
  for (i in hooks) wanted[hooks[i]] = 1
  elsewhere = "^(csr_slow_(enter|enter_again|exit|mark)|csr_summary_(enter|exit)|csr_count_enter|finish_exit|count_slowly|" \
    "\\.text\\.unlikely\\.?|.*\\.cold(\\..*)?)$"
  # A jump through a register or memory, or through the table of other libraries' functions (PLT), has no
  # such target.
  if (arch == "x86_64") {
    is_jump = "^(bnd |notrack )?j[a-z]+ "
    forbidden = "^(lock|call|syscall|sysenter|int|[mls]fence|cpuid|rdtscp|pause|xchg .*\\(|rep |repn?z .*s[bwlq]|.*%fs:0x28)"
    clock = "^rdtsc"
    add = "^incq "
  } else {
    is_jump = "^(b|b\\.[a-z]+|cbn?z|tbn?z) "
    forbidden = "^(bl|blr[a-z]*|br[a-z]*|svc|hvc|smc|d[ms]b|isb|yield|wf[ei]|cas[a-z]*|swp[a-z]*|" \
      "(ld|st)(add|set|clr|eor|[su]max|[su]min)[a-z]*|ldaxr[bh]?|stlxr[bh]?) "
    clock = "cntvct_el0"
    add = "^stxr "
  }
}
function complain(text) {
  print hook ": " text
  bad = 1
}
# Where the last jump goes: what the relocation behind it says, or its own operand.
function end_jump(  target) {
  if (jump == "") return
  target = relocation
  if (target == "" && match(jump, /<[^>]*>/)) target = substr(jump, RSTART + 1, RLENGTH - 2)
  sub(/[+-]0x[0-9a-f]+$/, "", target)
  if (target != hook && target !~ elsewhere) complain(jump (relocation == "" ? "" : " to " target))
  jump = ""
}
/^[0-9a-f]+ <.*>:$/ {
  end_jump()
  hook = $2
  gsub(/[<>:]/, "", hook)
  is_hook = hook in wanted
  next
}
!is_hook { next }
/^[ \t]+[0-9a-f]+: R_/ {
  if ($2 ~ /(26|19|14|PC32|PLT32)$/) relocation = $3
  next
}
/^ *[0-9a-f]+:\t/ {
  end_jump()
  relocation = ""
  instruction = $0
  sub(/^ *[0-9a-f]+:\t/, "", instruction)
  gsub(/[ \t]+/, " ", instruction)
  if (instruction ~ is_jump) jump = instruction
  if ((instruction " ") ~ forbidden) complain(instruction)
  if (instruction ~ /^ld[a]?xr|^st[l]?xr/ && hook != "csr_count_enter") complain(instruction)
  if (instruction ~ /^push/) pushes[hook]++
  if (instruction ~ clock) clocks[hook]++
  if (instruction ~ add) adds[hook]++
  if (instruction ~ /^(repz )?ret/) returns[hook]++
}
END {
  end_jump()
  for (i in hooks) {
    hook = hooks[i]
    if (!returns[hook]) complain("no code with an end; is it disassembled?")
    if (hook == "csr_count_enter" ? !adds[hook] : !clocks[hook])
      complain("does not do what it is for")
    if (hook == "csr_count_enter" && clocks[hook]) complain("reads the clock")
    # What a call in the middle would need, whatever became of it.
    if (pushes[hook] > 3) complain(pushes[hook] " registers are saved")
  }
  exit bad
}
