# Whatever is switched on for everything, the objects of the runtime are plain: looked at themselves.
set(common "-finstrument-functions -fsanitize=address,undefined --coverage -pg")
set(flags_of_gcc
  "${common} -fpatchable-function-entry=2 -fsanitize-coverage=trace-pc"
  "-fsanitize=thread -flto -ffat-lto-objects -fprofile-generate -fwhole-program -p")
set(flags_of_clang
  "${common} -fpatchable-function-entry=2 -fsanitize-coverage=trace-pc-guard"
  "-fsanitize=thread -flto=thin -fprofile-instr-generate -fcoverage-mapping -fxray-instrument")
if(NOT compiler)
  set(compiler gcc)
endif()

# expect_plain(<object>)
function(expect_plain object)
  run(nm "${object}" OUTPUT symbols)
  if(symbols MATCHES " U _*(cyg_profile|mcount|fentry|asan|tsan|ubsan|sanitizer|gcov|llvm_prof|xray)")
    fail("${object} was compiled with: ${flags}: ${CMAKE_MATCH_0}")
  endif()
  run(readelf -SW "${object}" OUTPUT sections) # of bitcode: none
  if(NOT sections MATCHES "[.]text" OR
      sections MATCHES "[.]gnu[.]lto|[.]llvm(bc|[.])|__llvm|xray|patchable|__mcount_loc|sancov")
    fail("${object} was compiled with: ${flags}: ${CMAKE_MATCH_0}")
  endif()
endfunction()

foreach(flags IN LISTS flags_of_${compiler})
  run("${CMAKE_COMMAND}" -E rm -rf "${build_dir}")
  # Not every set links; nothing of the project has to.
  configure("-DCMAKE_C_FLAGS=${flags}" "-DCMAKE_C_FLAGS_DEBUG=${flags}"
    -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY)
  build(callsight_rt_static callsight_rt_shared callsight_rt_module callsight_rt_nop)
  file(GLOB_RECURSE objects "${build_dir}/_callsight/runtime/*.o")
  list(LENGTH objects count)
  if(count LESS 30)
    fail("only ${count} objects of the runtime")
  endif()
  foreach(object IN LISTS objects)
    expect_plain("${object}")
  endforeach()
endforeach()
