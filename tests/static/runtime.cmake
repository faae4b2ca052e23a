# SPDX-License-Identifier: MIT
# What the runtime's libraries may contain: symbols, libc functions, instructions of the hot path.
find_program(STATIC_NM NAMES nm REQUIRED)
find_program(STATIC_OBJDUMP NAMES objdump REQUIRED)

add_test(NAME static.runtime COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/runtime.sh
  $<TARGET_FILE:callsight_rt_static> $<TARGET_FILE:callsight_rt_shared>
  $<TARGET_FILE:callsight_rt_module> ${STATIC_NM} ${STATIC_OBJDUMP})
set_tests_properties(static.runtime PROPERTIES LABELS static TIMEOUT 60)
