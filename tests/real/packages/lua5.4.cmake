# SPDX-License-Identifier: MIT
# Lua: an interpreter whose errors jump out of C with longjmp, and a compiler of byte code.
set(project lua5.4)
set(options "")
set(targets lua luac)

set(runs script errors compile)
set(run_script lua workload.lua)
set(run_errors lua -e "for i = 1, 40 do pcall(error, i) end print(select(2, pcall(string.format, '%d', 'x')))")
set(run_compile luac -o workload.out workload.lua)
set(files_compile workload.out)

# Every error that is caught leaves frames without an exit.
foreach(run IN ITEMS script errors)
  set(words_${run} "calls that ended without an exit")
endforeach()

set(counted_run script)
set(counted_functions
  lapi.c:index2value ldo.c:luaD_precall lgc.c:reallymarkobject ltable.c:luaH_getshortstr
  lstrlib.c:singlematch)
# The interpreter's loop jumps to the beginning of its function, where coverage counts. Strings are found
# again by their address, which differs from run to run.
set(varying_functions
  lvm.c:luaV_execute lstring.c:luaS_newlstr lstring.c:luaS_hash lstring.c:internshrstr)

function(package_set_up run source folder)
  file(COPY ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../lua5.4/workload.lua DESTINATION ${folder})
endfunction()
