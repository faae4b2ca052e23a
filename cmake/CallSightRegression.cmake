# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightRegression
-------------------

.. command:: callsight_add_regression_test

  ::

    callsight_add_regression_test(NAME <name> TARGET <executable> BASELINE <file>
      [ARGS <argument>...] [METRICS <metric>...] [REPEAT <count>] [MAX_REGRESSION <percent>]
      [MIN_TIME <time>] [MIN_CALLS <count>] [MODE summary|events|count]
      [ENVIRONMENT <variable>=<value>...] [WORKING_DIRECTORY <folder>] [TIMEOUT <seconds>]
      [LABELS <label>...] [ANY_MACHINE])

  A test that fails when functions of a program are called more often, or take more time, than a
  baseline says. Makes the test ``<name>`` and the target ``callsight-baseline-<name>``, which writes
  the baseline and says what changes; ``callsight-baseline`` writes those of all such tests.

  ``NAME <name>``
    Letters, digits and ``_ . + -``.
  ``TARGET <executable>``
    The program, made anywhere in the build. The test does not build it.
  ``BASELINE <file>``
    A file of the project, relative to the current source directory. Generator expressions are
    allowed: with multi-config generators, ``perf/$<CONFIG>.json``. Tests of different runs need files of
    their own.
  ``ARGS <argument>...``
    Arguments of the program. Generator expressions are allowed.
  ``METRICS <metric>...``
    ``calls``, ``self_time``, ``incl_time``, ``p99``. Default: ``calls self_time``, with
    ``MODE count`` ``calls``.
  ``REPEAT <count>``
    Runs of a round, 1 to 50; a second round runs when the first one finds something. Default: 10.
  ``MAX_REGRESSION <percent>``, ``MIN_TIME <time>``
    A time regressed when it changed by more than both. Defaults: ``5%``, ``100us``.
  ``MIN_CALLS <count>``
    Times of functions with fewer calls in a run are not judged.
  ``MODE summary|events|count``
    What is recorded. Default: ``summary``.
  ``ENVIRONMENT <variable>=<value>...``
    Added to the environment of the program.
  ``WORKING_DIRECTORY <folder>``
    Where the program runs, relative to the current binary directory, the default. Generator expressions are
    allowed.
  ``TIMEOUT <seconds>``
    A run that takes longer is ended, and the test fails. Default: none.
  ``LABELS <label>...``
    Added to ``callsight`` and ``perf``.
  ``ANY_MACHINE``
    Times are judged also when the baseline is of another machine.

  The test is ``callsight gate``. Properties of
  the test: ``RUN_SERIAL``, ``SKIP_RETURN_CODE`` 77 (only times were asked for and the baseline is
  of another machine), ``LABELS``; with ``TIMEOUT`` also ``TIMEOUT``. The baseline holds compiler,
  flags and configuration of the target. In ``_callsight/gates/<name>/`` of the build directory (below
  ``<config>/`` with multi-config generators) are the script ``gate.sh`` that the test is,
  ``judged.json`` with what every run took, and, when the test failed, the captures in ``runs``.

  When ``CALLSIGHT_INSTRUMENT`` is off only the arguments are checked; test and targets do not exist.

  Added in 0.1.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

function(callsight_add_regression_test)
  set(values NAME TARGET BASELINE REPEAT MAX_REGRESSION MIN_TIME MIN_CALLS MODE WORKING_DIRECTORY TIMEOUT)
  set(lists ARGS METRICS ENVIRONMENT LABELS)
  # A list is not split where a bracket is open, so brackets in words are other characters here.
  set(index 0)
  while(index LESS ARGC)
    set(word "${ARGV${index}}")
    _callsight_brackets(HIDE word)
    set(ARGV${index} "${word}")
    math(EXPR index "${index} + 1")
  endwhile()
  cmake_parse_arguments(PARSE_ARGV 0 arg "ANY_MACHINE"
    "NAME;TARGET;BASELINE;REPEAT;MAX_REGRESSION;MIN_TIME;MIN_CALLS;MODE;WORKING_DIRECTORY;TIMEOUT"
    "ARGS;METRICS;ENVIRONMENT;LABELS")
  list(REMOVE_ITEM arg_KEYWORDS_MISSING_VALUES ARGS ENVIRONMENT LABELS) # may be empty
  set(me "callsight_add_regression_test")
  _callsight_reject_leftovers(${me} "${arg_NAME}" "${arg_UNPARSED_ARGUMENTS}"
    "${arg_KEYWORDS_MISSING_VALUES}" ${values} ${lists} ANY_MACHINE)
  foreach(list IN LISTS lists)
    _callsight_reject_misspelt(${me} "${arg_NAME}" "${arg_${list}}" ${values} ${lists} ANY_MACHINE)
  endforeach()
  foreach(keyword IN ITEMS NAME TARGET BASELINE)
    if("${arg_${keyword}}" STREQUAL "")
      message(FATAL_ERROR "${me}(${arg_NAME}): ${keyword} is missing, expected "
        "${me}(NAME <name> TARGET <executable> BASELINE <file> ...)")
    endif()
  endforeach()
  set(numbers "")
  foreach(keyword IN ITEMS REPEAT MAX_REGRESSION MIN_TIME MIN_CALLS TIMEOUT)
    if(DEFINED arg_${keyword})
      list(APPEND numbers "${keyword}=${arg_${keyword}}")
    endif()
  endforeach()
  _callsight_check_gate_values("${me}(${arg_NAME})" "${numbers}" "${arg_MODE}" "${arg_METRICS}"
    "${arg_ENVIRONMENT}")
  _callsight_baseline_path(arg_BASELINE "${arg_NAME}" "${arg_BASELINE}")
  _callsight_declare_gate("${arg_NAME}" "${arg_TARGET}")
  _callsight_claim_baseline("${arg_NAME}" "${arg_BASELINE}"
    "${arg_TARGET};${arg_ARGS};${arg_ENVIRONMENT};${arg_WORKING_DIRECTORY};${arg_MODE}")
  if(NOT CALLSIGHT_INSTRUMENT)
    return()
  endif()

  _callsight_gate_options(options "${numbers}" "${arg_MODE}" "${arg_METRICS}" "${arg_ANY_MACHINE}")
  _callsight_working_directory(directory "${arg_WORKING_DIRECTORY}")
  _callsight_gate_script(script "${arg_NAME}" "${arg_TARGET}" "${arg_BASELINE}" "${options}"
    "${arg_ARGS}" "${arg_ENVIRONMENT}" "${directory}")
  _callsight_make_gate("${arg_NAME}" "${script}" "${arg_REPEAT}" "${arg_TIMEOUT}" "${arg_LABELS}")
endfunction()

# _callsight_check_gate_values(<command> <numbers> <mode> <metrics> <environment>): numbers are
# <keyword>=<value>; what is empty was not given.
function(_callsight_check_gate_values me numbers mode metrics environment)
  if(mode AND NOT mode MATCHES "^(summary|events|count)$")
    message(FATAL_ERROR "${me}: MODE is '${mode}', expected summary, events or count")
  endif()
  foreach(metric IN LISTS metrics)
    if(NOT metric MATCHES "^(calls|self_time|incl_time|p99)$")
      message(FATAL_ERROR "${me}: METRICS: '${metric}' is unknown, expected calls, self_time, "
        "incl_time or p99")
    elseif(mode STREQUAL "count" AND NOT metric STREQUAL "calls")
      message(FATAL_ERROR "${me}: METRICS: MODE count records no ${metric}, only calls")
    endif()
  endforeach()
  foreach(variable IN LISTS environment)
    if(NOT variable MATCHES "^[A-Za-z_][A-Za-z0-9_]*=")
      message(FATAL_ERROR "${me}: ENVIRONMENT: '${variable}' is not <variable>=<value>")
    elseif(variable MATCHES "^TRACE_(ENABLE|DIR|MODE|SHM)=")
      message(FATAL_ERROR "${me}: ENVIRONMENT: the test sets TRACE_${CMAKE_MATCH_1} itself")
    endif()
  endforeach()
  set(decimal "[0-9]+(\\.[0-9]+)?")
  foreach(pair IN LISTS numbers)
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${pair}")
    set(keyword "${CMAKE_MATCH_1}")
    set(value "${CMAKE_MATCH_2}")
    set(me_is "${me}: ${keyword} is '${value}', expected")
    if(keyword STREQUAL "MAX_REGRESSION" AND NOT value MATCHES "^${decimal}%$")
      message(FATAL_ERROR "${me_is} a percentage such as 5%")
    elseif(keyword STREQUAL "MIN_TIME" AND NOT value MATCHES "^${decimal}(ns|us|ms|s)$")
      message(FATAL_ERROR "${me_is} a time such as 100us")
    elseif(keyword MATCHES "^(MIN_CALLS|TIMEOUT)$" AND NOT value MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "${me_is} a whole number")
    elseif(keyword STREQUAL "REPEAT" AND NOT value MATCHES "^([1-9]|[1-4][0-9]|50)$")
      message(FATAL_ERROR "${me_is} a whole number, 1 to 50")
    endif()
  endforeach()
endfunction()

# _callsight_gate_options(<out> <numbers> <mode> <metrics> <any machine>): options of callsight gate.
function(_callsight_gate_options out numbers mode metrics any_machine)
  set(options "")
  foreach(pair IN LISTS numbers)
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${pair}")
    string(TOLOWER "${CMAKE_MATCH_1}" option)
    string(REPLACE "_" "-" option "${option}")
    string(APPEND options " --${option} ${CMAKE_MATCH_2}")
  endforeach()
  if(mode)
    string(APPEND options " --mode ${mode}")
  endif()
  if(metrics)
    list(JOIN metrics "," metrics)
    string(APPEND options " --metrics ${metrics}")
  endif()
  if(any_machine)
    string(APPEND options " --any-machine")
  endif()
  set(${out} "${options}" PARENT_SCOPE)
endfunction()

# _callsight_declare_gate(<name> <target>): notes a test; the name is new.
function(_callsight_declare_gate name target)
  _callsight_check_name(callsight_add_regression_test "${name}")
  get_property(gates GLOBAL PROPERTY CALLSIGHT_GATES)
  if(TEST "${name}" OR name IN_LIST gates)
    message(FATAL_ERROR "callsight_add_regression_test(${name}): there is already a test of that name")
  endif()
  set_property(GLOBAL APPEND PROPERTY CALLSIGHT_GATES "${name}")
  set_property(GLOBAL PROPERTY CALLSIGHT_GATE_${name}_TARGET "${target}")
  set_property(GLOBAL PROPERTY CALLSIGHT_GATE_${name}_SOURCE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  set_property(GLOBAL PROPERTY CALLSIGHT_GATE_${name}_BINARY_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  _callsight_wire_at_end(callsight_add_regression_test "${name}")
endfunction()

# _callsight_baseline_path(<out> <name> <file>): the whole path; an error when it is a folder.
function(_callsight_baseline_path out name file)
  set(path "${file}")
  if(NOT path MATCHES "^\\$<")
    get_filename_component(path "${path}" ABSOLUTE)
  endif()
  set(shown "${path}")
  _callsight_brackets(SHOW shown)
  if(file MATCHES "/$" OR IS_DIRECTORY "${shown}")
    message(FATAL_ERROR "callsight_add_regression_test(${name}): BASELINE: ${shown} is a folder, expected a file")
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

# _callsight_claim_baseline(<name> <path> <run>): an error when it is the baseline of another run. Tests of one run
# may share a file, to judge the calls in one and the times in another one.
function(_callsight_claim_baseline name path run)
  get_property(owner GLOBAL PROPERTY "CALLSIGHT_BASELINE_OF_${path}")
  get_property(other GLOBAL PROPERTY "CALLSIGHT_BASELINE_RUN_${path}")
  if(owner AND NOT other STREQUAL run)
    _callsight_brackets(SHOW path)
    message(FATAL_ERROR "callsight_add_regression_test(${name}): BASELINE: ${path} is that of ${owner}, which runs "
      "something else: recording one would overwrite the other")
  endif()
  set_property(GLOBAL PROPERTY "CALLSIGHT_BASELINE_OF_${path}" "${name}")
  set_property(GLOBAL PROPERTY "CALLSIGHT_BASELINE_RUN_${path}" "${run}")
endfunction()

# _callsight_make_gate(<name> <script> <repeat> <timeout> <labels>): the test, and the target of its
# baseline.
function(_callsight_make_gate name script repeat timeout labels)
  _callsight_config_dir(dir "gates/${name}")
  file(GENERATE OUTPUT "${dir}/gate.sh" CONTENT "${script}")
  _callsight_brackets(SHOW labels)
  add_test(NAME "${name}" COMMAND /bin/sh "${dir}/gate.sh")
  set_tests_properties("${name}" PROPERTIES RUN_SERIAL TRUE SKIP_RETURN_CODE 77
    LABELS "callsight;perf;${labels}")
  if(timeout)
    # Two rounds, each run at its limit: the test says which run was too long before CTest ends it.
    if(NOT repeat)
      set(repeat 10)
    endif()
    math(EXPR seconds "2 * ${repeat} * (${timeout} + 6) + 60")
    set_tests_properties("${name}" PROPERTIES TIMEOUT ${seconds})
  endif()
  set(CMAKE_FOLDER CallSight)
  add_custom_target("callsight-baseline-${name}" COMMAND /bin/sh "${dir}/gate.sh" --update
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    COMMENT "Recording the baseline of ${name}" VERBATIM USES_TERMINAL)
endfunction()

# _callsight_gate_script(): the test as a shell script. A command line of CMake cannot hold every
# argument, and a CMake script cannot end with the status that means a skip; here-documents and sh
# can.
function(_callsight_gate_script out name target baseline options arguments environment directory)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  _callsight_cli(cli)
  _callsight_config_dir(dir "gates/${name}")
  set(end "end-of-word")
  set(text "${baseline}${arguments}${environment}${directory}")
  while(text MATCHES "${end}")
    string(APPEND end "-")
  endwhile()
  set(add "set -- \"$@\"")
  set(build "cmake --build ${CMAKE_BINARY_DIR} --target callsight-baseline-${name}")
  if(is_multi)
    string(APPEND build " --config $<CONFIG>")
  endif()

  set(code "# callsight_add_regression_test(${name}): judges, and with --update writes the baseline.\n")
  # The . keeps line ends that a substitution would drop.
  string(APPEND code "read_word() {\n  callsight_word=$(cat && echo .)\n  callsight_word=\${callsight_word%??}\n}\n")
  _callsight_shell_word(code "${end}" "$<TARGET_FILE:${cli}>" "callsight_cli=$callsight_word")
  _callsight_shell_word(code "${end}" "${baseline}" "callsight_baseline=$callsight_word")
  _callsight_shell_word(code "${end}" "${dir}/runs" "callsight_runs=$callsight_word")
  _callsight_shell_word(code "${end}" "${build}" "callsight_build=$callsight_word")
  string(APPEND code "${add} --baseline \"$callsight_baseline\" --dir \"$callsight_runs\"${options}\n"
    "${add} --record \"\${callsight_runs%/*}/judged.json\"\n")
  # One blank between words: expressions of other configurations leave more.
  set(squeeze "set -f\ncallsight_word=$(printf '%s ' $callsight_word)\nset +f\n")
  foreach(fact IN ITEMS compiler flags)
    string(TOUPPER "CALLSIGHT_FACT_${fact}" property)
    _callsight_shell_word(code "${end}"
      "$<GENEX_EVAL:$<TARGET_PROPERTY:${target},${property}>>" "${squeeze}${add} --fact \"${fact}=\${callsight_word% }\"")
  endforeach()
  string(APPEND code "${add} --fact 'build=$<CONFIG>' --\n")
  set(emulator "$<TARGET_PROPERTY:${target},CROSSCOMPILING_EMULATOR>")
  set(between "")
  _callsight_shell_word(between "${end}" "|" "${add} \"$callsight_word\"")
  string(REGEX MATCH "^(.*)\\|(.*)$" matched "${between}")
  string(APPEND code "$<$<BOOL:${emulator}>:${CMAKE_MATCH_1}"
    "$<JOIN:${emulator},${CMAKE_MATCH_2}${CMAKE_MATCH_1}>${CMAKE_MATCH_2}>")
  foreach(argument IN ITEMS "$<TARGET_FILE:${target}>" LISTS arguments)
    _callsight_shell_word(code "${end}" "${argument}" "${add} \"$callsight_word\"")
  endforeach()
  # What it does to programs is for this one only.
  string(APPEND code "if [ \"$1\" = --update ]; then mkdir -p \"\${callsight_baseline%/*}\"; fi\n")
  string(APPEND code "rm -rf \"$callsight_runs\"\n(\n")
  if(NOT directory STREQUAL "")
    _callsight_shell_word(code "${end}" "${directory}" "cd \"$callsight_word\" || exit 3")
  endif()
  foreach(variable IN LISTS environment)
    string(REGEX MATCH "^([^=]*)=(.*)$" matched "${variable}")
    _callsight_shell_word(code "${end}" "${CMAKE_MATCH_2}"
      "${CMAKE_MATCH_1}=$callsight_word\nexport ${CMAKE_MATCH_1}")
  endforeach()
  string(APPEND code [==[
exec "$callsight_cli" gate "$@"
)
callsight_status=$?
case $callsight_status in
0 | 77)
  rm -rf "$callsight_runs"
  ;;
3)
  [ "$1" = --update ] || [ -e "$callsight_baseline" ] ||
    echo "There is no baseline $callsight_baseline. This records it: $callsight_build" >&2
  ;;
esac
exit $callsight_status
]==])
  _callsight_brackets(SHOW code)
  set(${out} "${code}" PARENT_SCOPE)
endfunction()

# _callsight_shell_word(<code> <end> <text> <use>): adds shell code that has the text, whatever is in
# it, as $callsight_word.
function(_callsight_shell_word code_out end text use)
  set(${code_out} "${${code_out}}read_word <<'${end}'\n${text}\n${end}\n${use}\n" PARENT_SCOPE)
endfunction()

# _callsight_check_gates(): the checks of regression tests that need all targets and tests.
function(_callsight_check_gates)
  get_property(gates GLOBAL PROPERTY CALLSIGHT_GATES)
  foreach(gate IN LISTS gates)
    get_property(name GLOBAL PROPERTY CALLSIGHT_GATE_${gate}_TARGET)
    _callsight_check_executable("callsight_add_regression_test(${gate})" "${name}")
    get_property(dir GLOBAL PROPERTY CALLSIGHT_GATE_${gate}_SOURCE_DIR)
    get_directory_property(is_testing DIRECTORY "${dir}" DEFINITION CMAKE_TESTING_ENABLED)
    get_directory_property(build_testing DIRECTORY "${dir}" DEFINITION BUILD_TESTING)
    if(NOT is_testing AND (build_testing OR build_testing STREQUAL ""))
      message(WARNING "callsight_add_regression_test(${gate}): ctest will not know the test, since "
        "enable_testing() is called neither in ${dir} nor above")
    endif()
  endforeach()
endfunction()

# _callsight_finish_gates(<instrumented> <hooked>): the target callsight-baseline, and what is noted of
# each program.
function(_callsight_finish_gates instrumented hooked)
  get_property(gates GLOBAL PROPERTY CALLSIGHT_GATES)
  set(commands "")
  foreach(gate IN LISTS gates)
    get_property(name GLOBAL PROPERTY CALLSIGHT_GATE_${gate}_TARGET)
    get_property(binary_dir GLOBAL PROPERTY CALLSIGHT_GATE_${gate}_BINARY_DIR)
    _callsight_real_target(target "${name}")
    _callsight_warn_without_hooks("callsight_add_regression_test(${gate})" "${target}"
      "${instrumented}" "${hooked}")
    _callsight_note_facts("${target}")
    add_dependencies("callsight-baseline-${gate}" "${target}")
    _callsight_config_dir(dir "gates/${gate}")
    # One after the other: they are measured.
    list(APPEND commands COMMAND "${CMAKE_COMMAND}" -E chdir "${binary_dir}" /bin/sh "${dir}/gate.sh" --update)
    list(APPEND programs "${target}")
  endforeach()
  if(NOT gates)
    set(commands COMMAND "${CMAKE_COMMAND}" -E echo "CallSight: no regression test in this build")
  endif()
  add_custom_target(callsight-baseline ${commands} COMMENT "Recording baselines" VERBATIM USES_TERMINAL)
  if(gates)
    add_dependencies(callsight-baseline ${programs})
  endif()
endfunction()

# _callsight_note_facts(<target>): by what and how it is compiled, as it stands in a baseline. An
# expression of the configuration; paths of this machine are left out.
function(_callsight_note_facts target)
  get_target_property(source_dir "${target}" SOURCE_DIR)
  _callsight_property(options "${target}" COMPILE_OPTIONS)
  string(REPLACE ";" " " options "${options}")
  string(REPLACE "$<" "<" options "${options}") # some can only be answered where a source is compiled
  set(configs ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  list(REMOVE_DUPLICATES configs)
  set(compilers "")
  set(flags "")
  _callsight_fact_languages(languages "${target}")
  foreach(language IN LISTS languages)
    foreach(variable IN ITEMS COMPILER_ID COMPILER_VERSION FLAGS)
      get_directory_property(${variable} DIRECTORY "${source_dir}" DEFINITION CMAKE_${language}_${variable})
    endforeach()
    list(APPEND compilers "${COMPILER_ID} ${COMPILER_VERSION}")
    set(words "${FLAGS}")
    foreach(config IN LISTS configs)
      string(TOUPPER "${config}" upper)
      get_directory_property(more DIRECTORY "${source_dir}" DEFINITION CMAKE_${language}_FLAGS_${upper})
      string(APPEND words " $<$<CONFIG:${config}>:$<1:${more}>>")
    endforeach()
    list(APPEND flags "${words}")
  endforeach()
  list(REMOVE_DUPLICATES compilers)
  list(REMOVE_DUPLICATES flags)
  list(JOIN compilers ", " compilers)
  list(JOIN flags ", " flags)
  set(flags "${flags} ${options}")
  string(REPLACE "${CMAKE_SOURCE_DIR}/" "" flags "${flags}")
  string(REGEX REPLACE " +" " " flags "${flags}")
  string(STRIP "${flags}" flags)
  set_target_properties("${target}" PROPERTIES CALLSIGHT_FACT_COMPILER "${compilers}"
    CALLSIGHT_FACT_FLAGS "${flags}")
endfunction()

# Which of C and C++ its own sources are of.
function(_callsight_fact_languages out target)
  set(languages "")
  _callsight_sources(sources "${target}")
  foreach(source IN LISTS sources)
    _callsight_language(language "${target}" "${source}")
    if(language MATCHES "^(C|CXX)$")
      list(APPEND languages "${language}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES languages)
  list(SORT languages)
  set(${out} "${languages}" PARENT_SCOPE)
endfunction()
