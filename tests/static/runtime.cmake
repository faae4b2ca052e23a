# SPDX-License-Identifier: MIT
# What the runtime's libraries may contain: symbols, libc functions, instructions of the hot path.
find_program(STATIC_NM NAMES nm REQUIRED)
find_program(STATIC_OBJDUMP NAMES objdump REQUIRED)

add_test(NAME static.runtime COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/runtime.sh
  $<TARGET_FILE:callsight_rt_static> $<TARGET_FILE:callsight_rt_shared>
  $<TARGET_FILE:callsight_rt_module> ${STATIC_NM} ${STATIC_OBJDUMP})
set_tests_properties(static.runtime PROPERTIES LABELS static TIMEOUT 300)

# The hooks as each compiler makes them, with the options that the runtime has in every build.
# add_hot_path_test(<name> <architecture> <objdump> <compiler> [<option>...])
function(add_hot_path_test name arch objdump)
  add_test(NAME static.hot-path/${name} COMMAND sh ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/hot_path.sh
    ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/hot-path-${name} ${objdump} ${arch} ${ARGN}
    "$<TARGET_PROPERTY:callsight_rt_shared,COMPILE_OPTIONS>" -fPIC COMMAND_EXPAND_LISTS)
  set_tests_properties(static.hot-path/${name} PROPERTIES LABELS static TIMEOUT 300)
endfunction()
set(cross aarch64-linux-gnu)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  add_hot_path_test(gcc x86_64 ${STATIC_OBJDUMP} gcc -m64)
  add_hot_path_test(clang x86_64 ${STATIC_OBJDUMP} clang -m64)
endif()
add_hot_path_test(gcc-aarch64 aarch64 ${cross}-objdump ${cross}-gcc)
add_hot_path_test(clang-aarch64 aarch64 ${cross}-objdump clang --target=${cross})
