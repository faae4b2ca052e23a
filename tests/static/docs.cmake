# SPDX-License-Identifier: MIT
# The documents say what the code says.
add_executable(test_format_page test_format_page.c format_page.c)
target_include_directories(test_format_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_format_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/trace-v3.md"
  T_HEADER="${PROJECT_SOURCE_DIR}/runtime/include/callsight/trace_format.h")
target_link_libraries(test_format_page PRIVATE CallSight::format PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_format_page)
add_test(NAME static.format-page COMMAND test_format_page)
set_tests_properties(static.format-page PROPERTIES LABELS static TIMEOUT 30 SKIP_RETURN_CODE 77)
