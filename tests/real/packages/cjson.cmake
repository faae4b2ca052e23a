# SPDX-License-Identifier: MIT
# cJSON: a shared library and twenty test programs that jump out of failing cases with longjmp.
set(options -DENABLE_CJSON_UTILS=ON)
set(targets cJSON_test parse_examples misc_tests print_value json_patch_tests old_utils_tests)

set(runs sample parse_examples misc_tests json_patch_tests old_utils_tests)
set(run_sample cJSON_test)
foreach(name IN ITEMS parse_examples misc_tests json_patch_tests old_utils_tests)
  set(run_${name} tests/${name})
endforeach()

set(counted_run json_patch_tests)
set(counted_functions
  cJSON.c:buffer_skip_whitespace cJSON.c:cJSON_New_Item cJSON.c:parse_value cJSON.c:ensure
  cJSON_Utils.c:apply_patch)
set(varying_functions "")

# The tests read their inputs from the folder that they run in.
function(package_set_up run source folder)
  file(COPY ${source}/tests/inputs ${source}/tests/json-patch-tests DESTINATION ${folder})
endfunction()
