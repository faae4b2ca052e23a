# SPDX-License-Identifier: MIT
# json-c: shared and static library of the same sources, -Werror, functions of headers in every
# object.
set(options -DBUILD_STATIC_LIBS=ON)
if(SOURCES MATCHES " ")
  list(APPEND options -DVERSION_SCRIPT_WORKS=OFF) # it writes the script's path unquoted
endif()
set(targets test1 test2 test4 test_parse test_json_pointer test_deep_copy test_visit json_parse)

set(runs test1 test4 test_parse test_json_pointer test_deep_copy test_visit json_parse)
foreach(name IN ITEMS test1 test4 test_parse test_json_pointer test_deep_copy test_visit)
  set(run_${name} tests/${name})
endforeach()
set(run_json_parse apps/json_parse -s valid.json)
# Its messages do not depend on the C library's with this set.
set(environment _JSON_C_STRERROR_ENABLE=1)

set(varying_output "maxrss: [0-9]+ KB")

set(counted_run test_parse)
set(counted_functions
  json_tokener.c:json_tokener_parse_ex json_tokener.c:is_ws_char json_object.c:json_object_put
  printbuf.c:printbuf_memappend linkhash.c:lh_table_insert_w_hash)
# The hash seed is random: so is the number of collisions.
set(varying_functions linkhash.c:lh_char_equal)

function(package_set_up run source folder)
  file(COPY ${source}/tests/valid.json DESTINATION ${folder})
endfunction()
