# SPDX-License-Identifier: MIT
# Layout and lint. clang-format and clang-tidy of version 14 decide; another version would decide
# otherwise, so it is not taken.
find_program(STATIC_CLANG_FORMAT NAMES clang-format-14 clang-format REQUIRED)
find_program(STATIC_CLANG_TIDY NAMES clang-tidy-14 clang-tidy REQUIRED)

add_test(NAME static.format COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_format.sh
  ${PROJECT_SOURCE_DIR} ${STATIC_CLANG_FORMAT})
set_tests_properties(static.format PROPERTIES LABELS static TIMEOUT 300)

add_test(NAME static.tidy COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_tidy.sh
  ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR} ${STATIC_CLANG_TIDY})
set_tests_properties(static.tidy PROPERTIES LABELS static TIMEOUT 3600 PROCESSORS 2)

find_program(STATIC_CLANG clang REQUIRED)
find_program(STATIC_CLANGXX clang++ REQUIRED)
add_test(NAME static.clang COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_clang.sh
  ${CMAKE_BINARY_DIR} ${STATIC_CLANG} ${STATIC_CLANGXX})
set_tests_properties(static.clang PROPERTIES LABELS static TIMEOUT 1500 PROCESSORS 2)

add_test(NAME static.shell COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_shell.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(static.shell PROPERTIES LABELS static TIMEOUT 300)

add_test(NAME static.tree COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_tree.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(static.tree PROPERTIES LABELS static TIMEOUT 300)

add_test(NAME static.page-scripts
  COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_page_scripts.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(static.page-scripts PROPERTIES LABELS static TIMEOUT 300)

find_program(STATIC_CPPCHECK NAMES cppcheck REQUIRED)
add_test(NAME static.cppcheck COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/check_cppcheck.sh
  ${PROJECT_SOURCE_DIR} ${STATIC_CPPCHECK})
set_tests_properties(static.cppcheck PROPERTIES LABELS static TIMEOUT 1800 PROCESSORS 2)
