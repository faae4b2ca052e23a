# SPDX-License-Identifier: MIT
# The documents say what the code says.
add_executable(test_format_page test_format_page.c format_page.c layout_table.c)
target_include_directories(test_format_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_format_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/trace-v3.md"
  T_HEADER="${PROJECT_SOURCE_DIR}/runtime/include/callsight/trace_format.h")
target_link_libraries(test_format_page PRIVATE CallSight::format PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_format_page)
add_test(NAME static.format-page COMMAND test_format_page)
set_tests_properties(static.format-page PROPERTIES LABELS static TIMEOUT 300)

add_executable(test_ring_page test_ring_page.c format_page.c layout_table.c)
target_include_directories(test_ring_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_ring_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/ring-v1.md"
  T_HEADER="${PROJECT_SOURCE_DIR}/runtime/include/callsight/ring_format.h")
target_link_libraries(test_ring_page PRIVATE CallSight::format PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_ring_page)
add_test(NAME static.ring-page COMMAND test_ring_page)
set_tests_properties(static.ring-page PROPERTIES LABELS static TIMEOUT 300)

add_executable(test_wire_page test_wire_page.c format_page.c layout_table.c)
target_include_directories(test_wire_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_wire_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/wire-v1.md"
  T_HEADER="${PROJECT_SOURCE_DIR}/runtime/include/callsight/wire_format.h")
target_link_libraries(test_wire_page PRIVATE callsight_stream_common PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_wire_page)
add_test(NAME static.wire-page COMMAND test_wire_page)
set_tests_properties(static.wire-page PROPERTIES LABELS static TIMEOUT 300)

add_executable(test_summary_page test_summary_page.c)
target_include_directories(test_summary_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_summary_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/summary.md")
target_link_libraries(test_summary_page PRIVATE CallSight::format PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_summary_page)
add_test(NAME static.summary-page COMMAND test_summary_page)
set_tests_properties(static.summary-page PROPERTIES LABELS static TIMEOUT 300)

pkg_check_modules(CALLSIGHT_STATIC_ZLIB REQUIRED IMPORTED_TARGET zlib)
add_executable(test_partial_page test_partial_page.c format_page.c)
target_include_directories(test_partial_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_partial_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/partial.md")
target_link_libraries(test_partial_page PRIVATE callsight_partial PkgConfig::CALLSIGHT_STATIC_ZLIB
  PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_partial_page)
add_test(NAME static.partial-page COMMAND test_partial_page)
set_tests_properties(static.partial-page PROPERTIES LABELS static TIMEOUT 300)

add_executable(test_baseline_page test_baseline_page.c format_page.c)
target_include_directories(test_baseline_page PRIVATE ${PROJECT_SOURCE_DIR}/tests/harness)
target_compile_definitions(test_baseline_page PRIVATE
  T_PAGE="${PROJECT_SOURCE_DIR}/docs/format/baseline.md")
target_link_libraries(test_baseline_page PRIVATE callsight_gate PkgConfig::CALLSIGHT_CMOCKA)
callsight_own_target(test_baseline_page)
add_test(NAME static.baseline-page COMMAND test_baseline_page)
set_tests_properties(static.baseline-page PROPERTIES LABELS static TIMEOUT 300)

# callsight_add_docs_check(<name> [ARGUMENT...]): the test static.docs/<name>, made of
# check_<name>.sh, which gets the root of the tree and the arguments.
function(callsight_add_docs_check name)
  string(REPLACE "-" "_" file "check_${name}.sh")
  add_test(NAME static.docs/${name}
    COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/${file} ${PROJECT_SOURCE_DIR} ${ARGN})
  set_tests_properties(static.docs/${name} PROPERTIES LABELS static TIMEOUT 300)
endfunction()

callsight_add_docs_check(links)
callsight_add_docs_check(page-style)
callsight_add_docs_check(page-tests ${PROJECT_BINARY_DIR}/tests/docs/tested)
callsight_add_docs_check(decisions)
callsight_add_docs_check(quick-start)
callsight_add_docs_check(json-keys)
callsight_add_docs_check(process-keys)
callsight_add_docs_check(formats)
callsight_add_docs_check(rooms)
callsight_add_docs_check(environment-page)
callsight_add_docs_check(config-page)
callsight_add_docs_check(cmake-page)
callsight_add_docs_check(api-page ${CMAKE_CURRENT_BINARY_DIR}/api-page)
callsight_add_docs_check(options $<TARGET_FILE:CallSight::cli>)
callsight_add_docs_check(stream-messages)
callsight_add_docs_check(stream-page $<TARGET_FILE:callsight-stream>)
callsight_add_docs_check(example-dump $<TARGET_FILE:CallSight::cli> $<TARGET_FILE:test_format_page>)
set_tests_properties(static.docs/example-dump PROPERTIES SKIP_RETURN_CODE 77)

# What README tells people to type first, typed; the rest is typed by tests/docs.
add_test(NAME static.quick-start/demo
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/quick_start_demo.sh ${PROJECT_SOURCE_DIR}
    ${CMAKE_CURRENT_BINARY_DIR}/quick-start-demo)
set_tests_properties(static.quick-start/demo PROPERTIES LABELS static TIMEOUT 1800)

# How it installs what is missing, without installing anything.
add_test(NAME static.quick-start/packages
  COMMAND sh ${CMAKE_CURRENT_SOURCE_DIR}/bootstrap_packages.sh ${PROJECT_SOURCE_DIR}
    ${CMAKE_CURRENT_BINARY_DIR}/quick-start-packages)
set_tests_properties(static.quick-start/packages PROPERTIES LABELS static TIMEOUT 300)
