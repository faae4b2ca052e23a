# SPDX-License-Identifier: MIT
# What a check of a CMake test can do after configuring. Included by RunTest.cmake, which sets
# build_dir, source_dir, GENERATOR, configure_arguments. Paths are relative to these folders.
set(ENV{LC_ALL} C)
unset(ENV{TRACE_ENABLE})
unset(ENV{CMAKE_GENERATOR})
# That of the CMake which runs the test.
get_filename_component(ctest "${CMAKE_COMMAND}" DIRECTORY)
set(ctest "${ctest}/ctest")

# fail(<why>): ends the test, showing the last thing that ran.
function(fail why)
  get_property(shown GLOBAL PROPERTY LAST_RUN)
  message(FATAL_ERROR "${TOPIC}/${CASE}: ${why}\n${shown}")
endfunction()

# run(<word>... [IN <folder>] [ENV <K=V>...] [OUTPUT <var>] [ERROR <var>] [RESULT <var>]): a
# command; must succeed unless RESULT is given.
function(run)
  cmake_parse_arguments(PARSE_ARGV 0 run "" "IN;OUTPUT;ERROR;RESULT" "ENV")
  if(NOT run_IN)
    set(run_IN "${WORK}")
  endif()
  execute_process(COMMAND "${CMAKE_COMMAND}" -E env ${run_ENV} ${run_UNPARSED_ARGUMENTS}
    WORKING_DIRECTORY "${run_IN}" OUTPUT_VARIABLE output ERROR_VARIABLE error
    RESULT_VARIABLE result)
  list(JOIN run_UNPARSED_ARGUMENTS " " words)
  set_property(GLOBAL PROPERTY LAST_RUN
    "${words}: status ${result}\n--- stdout\n${output}\n--- stderr\n${error}")
  if(NOT result EQUAL 0 AND NOT run_RESULT)
    fail("a command failed")
  endif()
  foreach(part IN ITEMS OUTPUT ERROR RESULT)
    if(run_${part})
      string(TOLOWER ${part} name)
      set(${run_${part}} "${${name}}" PARENT_SCOPE)
    endif()
  endforeach()
endfunction()

# let_time_pass(): what is written from now on is newer than all that is there. Build tools go by that, and a file
# system may have one time for all of a tick of the kernel, of a second, or of two.
function(let_time_pass)
  file(WRITE "${WORK}/then" "then")
  foreach(try RANGE 10000)
    file(WRITE "${WORK}/now" "now")
    if(NOT "${WORK}/then" IS_NEWER_THAN "${WORK}/now")
      return()
    endif()
    if(try GREATER 200)
      execute_process(COMMAND "${CMAKE_COMMAND}" -E sleep 0.02)
    endif()
  endforeach()
  fail("the time of files stands still")
endfunction()

# Macros, so that OUTPUT and the like reach the caller.
# configure(<options of run>): runs cmake with the arguments of the case.
macro(configure)
  run("${CMAKE_COMMAND}" ${configure_arguments} ${ARGN})
  let_time_pass()
endmacro()

# build([<target>...] [CONFIG <config>] [<options of run>]): cmake --build.
macro(build)
  _build_words(build_words build_rest ${ARGN})
  run("${CMAKE_COMMAND}" --build "${build_dir}" --parallel 2 ${build_words} ${build_rest})
  let_time_pass()
endmacro()

function(_build_words words_out rest_out)
  cmake_parse_arguments(PARSE_ARGV 2 build "" "CONFIG;OUTPUT;ERROR;RESULT" "")
  set(words "")
  if(build_CONFIG)
    list(APPEND words --config ${build_CONFIG})
  endif()
  if(build_UNPARSED_ARGUMENTS)
    list(APPEND words --target ${build_UNPARSED_ARGUMENTS})
  endif()
  set(rest "")
  foreach(part IN ITEMS OUTPUT ERROR RESULT)
    if(build_${part})
      list(APPEND rest ${part} ${build_${part}})
    endif()
  endforeach()
  set(${words_out} "${words}" PARENT_SCOPE)
  set(${rest_out} "${rest}" PARENT_SCOPE)
endfunction()

# expect_compiled(<file name>...): builds; exactly these sources are compiled (none: no work).
macro(expect_compiled)
  if("${ARGN}" STREQUAL "")
    expect_work()
  else()
    expect_work(COMPILED ${ARGN} LINKED ANY)
  endif()
endmacro()

# expect_work([COMPILED <file name>...] [LINKED <file name>...|ANY]): builds; exactly these sources
# are compiled, and exactly these programs and shared libraries linked. Sets `output`.
function(expect_work)
  cmake_parse_arguments(PARSE_ARGV 0 want "" "" "COMPILED;LINKED")
  build(OUTPUT output ERROR error)
  set(compiled "")
  set(linked "")
  string(REGEX MATCHALL "Building C(XX)? object [^\n]*" lines "${output}")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*/([^/]*)\\.o$" "\\1" name "${line}")
    list(APPEND compiled "${name}")
  endforeach()
  string(REGEX MATCHALL "Linking C(XX)? (executable|shared library|shared module) [^\n]*" lines
    "${output}")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE ".*[ /]([^ /]*)$" "\\1" name "${line}")
    list(APPEND linked "${name}")
  endforeach()
  list(SORT compiled)
  list(SORT linked)
  list(SORT want_COMPILED)
  list(SORT want_LINKED)
  if(NOT compiled STREQUAL "${want_COMPILED}")
    fail("compiled: '${compiled}', expected: '${want_COMPILED}'")
  endif()
  if(NOT want_LINKED STREQUAL "ANY" AND NOT linked STREQUAL "${want_LINKED}")
    fail("linked: '${linked}', expected: '${want_LINKED}'")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# find_built(<out> <file name>): the one file of that name below the build folder.
function(find_built out name)
  file(GLOB_RECURSE found "${build_dir}/${name}")
  list(FILTER found EXCLUDE REGEX "/CMakeFiles/[0-9.]+/")
  list(LENGTH found count)
  if(NOT count EQUAL 1)
    fail("${count} files '${name}' in the build folder, expected one: ${found}")
  endif()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# expect_hooks(<object>... [NO <object>...]): objects (ends of paths, as in app.dir/main.c.o) that
# call the hooks, and after NO those that do not.
function(expect_hooks)
  set(want TRUE)
  foreach(name IN LISTS ARGN)
    if(name STREQUAL "NO")
      set(want FALSE)
      continue()
    endif()
    file(GLOB_RECURSE objects "${build_dir}/*.o")
    string(REPLACE "." "\\." pattern "${name}")
    string(REPLACE "+" "\\+" pattern "${pattern}")
    list(FILTER objects INCLUDE REGEX "/${pattern}$")
    list(LENGTH objects count)
    if(NOT count EQUAL 1)
      fail("${count} objects '${name}', expected one: ${objects}")
    endif()
    run(nm -u "${objects}" OUTPUT symbols)
    set(has FALSE)
    if(symbols MATCHES "__cyg_profile_func_enter")
      set(has TRUE)
    endif()
    if(NOT has STREQUAL want)
      fail("hooks in ${name}: ${has}, expected ${want}")
    endif()
  endforeach()
endfunction()

# trace(<program> [<argument>...] [OUTPUT <var>]): runs it with tracing on; sets `functions` to the
# names in the report. Where a call of the report has more than one line, all are in it.
function(trace program)
  find_built(path "${program}")
  file(REMOVE_RECURSE "${WORK}/traces")
  run("${path}" ${ARGN} ENV TRACE_ENABLE=1 "TRACE_DIR=${WORK}/traces" OUTPUT output)
  file(GLOB processes "${WORK}/traces/*")
  list(LENGTH processes count)
  if(NOT count EQUAL 1)
    fail("${count} captures of one process, expected one runtime: ${processes}")
  endif()
  run("${CLI}" analyze "${WORK}/traces" --format json OUTPUT json)
  string(JSON count LENGTH "${json}" rows)
  set(functions "")
  if(count GREATER 0)
    math(EXPR last "${count} - 1")
    foreach(index RANGE ${last})
      string(JSON name GET "${json}" rows ${index} function)
      string(JSON calls GET "${json}" rows ${index} calls)
      list(APPEND functions "${name}=${calls}")
    endforeach()
  endif()
  list(SORT functions)
  set(functions "${functions}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

# expect_traced(<program> <function>=<calls>...): traces and compares with exactly these functions.
function(expect_traced program)
  trace("${program}")
  set(expected "${ARGN}")
  list(SORT expected)
  if(NOT functions STREQUAL expected)
    fail("traced: '${functions}', expected: '${expected}'")
  endif()
endfunction()

# edit(<file> <text>): new content of a source.
function(edit file text)
  file(WRITE "${source_dir}/${file}" "${text}")
endfunction()

# start_server(<command>): in the background, in the build folder; it listens afterwards. It ends with the test's time.
# await_server_end(): it has ended by itself, with status 0. What it said is in serve.log of the build folder.
function(start_server command)
  file(REMOVE "${build_dir}/serve.log")
  run(sh -c "{ timeout 1000 ${command}; echo status $?; } >serve.log 2>&1 </dev/null &" IN "${build_dir}")
  await_words("listening on")
endfunction()

function(await_server_end)
  await_words("^status ")
  run(grep -x "status 0" serve.log IN "${build_dir}")
endfunction()

function(await_words pattern)
  run(sh -c "for i in $(seq 2400); do grep -q \"$1\" serve.log && exit; sleep 0.05; done
    echo \"no line $1:\"; cat serve.log; exit 1" sh "${pattern}" IN "${build_dir}")
endfunction()

# flatten(<variable>): white space of its text becomes single blanks, since CMake wraps messages.
function(flatten variable)
  string(REGEX REPLACE "[ \n]+" " " text "${${variable}}")
  set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# expect_text(<text> <regex>), expect_file(<file>): the file below the build folder is there.
function(expect_text text pattern)
  if(NOT text MATCHES "${pattern}")
    fail("does not match '${pattern}'")
  endif()
endfunction()

function(expect_file file)
  if(NOT EXISTS "${build_dir}/${file}")
    fail("there is no ${file} in the build folder")
  endif()
endfunction()

function(expect_no_file file)
  if(EXISTS "${build_dir}/${file}")
    fail("${file} is in the build folder, expected not")
  endif()
endfunction()

# refused(<code> <regex>), refused_at_end(<code> <regex>): what CMake says to these lines, with tracing on
# and off. The first ones are refused when they are called, so they run as a script, which is quick;
# the others when all targets and tests are known: they are a project without a language.
function(refused code pattern)
  file(WRITE "${WORK}/refused.cmake" "include(\"${modules}/CallSight.cmake\")\n${code}\n")
  foreach(switch IN ITEMS ON OFF)
    run("${CMAKE_COMMAND}" -DCALLSIGHT_INSTRUMENT=${switch} -P refused.cmake ERROR error RESULT result)
    _expect_refusal("${code}" "${pattern}" "${error}" "${result}")
  endforeach()
endfunction()

function(refused_at_end code pattern)
  file(WRITE "${WORK}/refused/CMakeLists.txt"
    "cmake_minimum_required(VERSION 3.22)\nproject(refused NONE)\nenable_testing()\n"
    "include(\"${modules}/CallSight.cmake\")\n${code}\n")
  foreach(switch IN ITEMS ON OFF)
    run("${CMAKE_COMMAND}" -S refused -B refused/build -G "${GENERATOR}" -DCALLSIGHT_INSTRUMENT=${switch}
      "-DCALLSIGHT_CLI=${CLI}" --no-warn-unused-cli ERROR error RESULT result)
    _expect_refusal("${code}" "${pattern}" "${error}" "${result}")
  endforeach()
endfunction()

function(_expect_refusal code pattern error result)
  flatten(error)
  if(result EQUAL 0 OR NOT error MATCHES "${pattern}")
    fail("not refused as expected: ${code}\n${error}\ndoes not match: ${pattern}")
  endif()
endfunction()
