# Exactly what the table of the example's README.md says, and no hook elsewhere in the program.
build(callsight-scan OUTPUT scan)
foreach(line IN ITEMS "selective; 7 of 14 functions selected" "include server  6 functions"
    "include-func render_page 1  4 functions" "exclude vendor  2 functions"
    "exclude-func next_line  1 function" "exclude-small 5  1 function")
  expect_text("${scan}" "${line}\n")
endforeach()
build(callsight-report OUTPUT output)
expect_text("${output}" "hooks in 7 functions\n")
expect_hooks(request.c.o route.c.o page.c.o NO main.c.o escape.c.o checksum.c.o)
expect_traced(selective parse_request=200 count_headers=200 find_route=160 matches=320
  render_page=120 put_head=120 put_body=120)
# Call sites of hooks in the linked program, by the functions that they stand in.
find_built(program selective)
run(objdump -d --no-show-raw-insn "${program}" OUTPUT code)
string(REGEX MATCHALL "(<[A-Za-z_]+>:\n|<__wrap___cyg_profile_func_enter>\n)" words "${code}")
set(hooked "")
foreach(word IN LISTS words)
  if(word MATCHES "<([A-Za-z_]+)>:")
    set(function "${CMAKE_MATCH_1}")
  elseif(NOT function MATCHES "^csr_")
    list(APPEND hooked "${function}")
  endif()
endforeach()
list(SORT hooked)
if(NOT hooked STREQUAL "count_headers;find_route;matches;parse_request;put_body;put_head;render_page")
  fail("functions with hooks: ${hooked}")
endif()
