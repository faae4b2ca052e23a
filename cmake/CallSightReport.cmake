# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightReport
---------------

.. command:: callsight_add_report

  ::

    callsight_add_report(<name> CAPTURE <capture> [FORMATS <format>...])

  Reports of a capture. Makes the target ``<name>``, which is not part of ``all``, and the files
  ``_callsight/reports/<name>/<name>.<suffix>`` in the build directory (below ``<config>/`` with
  multi-config generators).

  ``CAPTURE <capture>``
    Name given to :command:`callsight_add_capture`, before or after this call.
  ``FORMATS <format>...``
    Those of ``callsight analyze --format``; the suffix of each is in _callsight_format_suffix().
    Default: ``text``.

  The target ``callsight-report`` builds every capture and every report of the project, and prints
  the text reports and where the other files are; a capture without a text report gets one. In a
  project without captures it runs each instrumented executable once, without arguments, for at most
  60 seconds; such a run may end with any exit status and may record nothing. ``callsight-run`` only
  makes the captures.

  A capture with ``STREAM`` is not here: it has no report, and ``callsight-report`` says where it was sent.
  What the target ``callsight-serve`` received is reported by ``callsight-report`` as well, its newest run.

  The target ``callsight-tune`` makes every capture in count mode, beside the other one, and says
  which functions would save most when ``trace.config`` excluded them.

  When ``CALLSIGHT_INSTRUMENT`` is off only the arguments are checked; the targets do not exist.

  Added in 0.1.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

function(callsight_add_report)
  _callsight_own_name(name callsight_add_report "${ARGV0}" "CAPTURE <capture>")
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "CAPTURE" "FORMATS")
  _callsight_reject_leftovers(callsight_add_report "${name}" "${arg_UNPARSED_ARGUMENTS}"
    "${arg_KEYWORDS_MISSING_VALUES}" CAPTURE FORMATS)
  _callsight_reject_misspelt(callsight_add_report "${name}" "${arg_FORMATS}" CAPTURE FORMATS)
  if(NOT arg_CAPTURE)
    message(FATAL_ERROR "callsight_add_report(${name}): CAPTURE is missing, expected the name of a "
      "callsight_add_capture()")
  endif()
  if(NOT DEFINED arg_FORMATS)
    set(arg_FORMATS text)
  endif()
  foreach(format IN LISTS arg_FORMATS)
    _callsight_format_suffix(suffix "${format}")
    if(NOT suffix)
      message(FATAL_ERROR "callsight_add_report(${name}): FORMATS: '${format}' is unknown, "
        "expected formats of callsight analyze: text, json, html, ...")
    endif()
  endforeach()
  _callsight_declare_run(REPORT callsight_add_report "${name}")
  set_property(GLOBAL PROPERTY CALLSIGHT_REPORT_${name}_CAPTURE "${arg_CAPTURE}")
  set_property(GLOBAL PROPERTY CALLSIGHT_REPORT_${name}_FORMATS "${arg_FORMATS}")
  _callsight_wire_at_end(callsight_add_report "${name}")
  if(CALLSIGHT_INSTRUMENT)
    _callsight_make_report("${name}" "${arg_CAPTURE}" "${arg_FORMATS}" FALSE)
  endif()
endfunction()

# Sets <out> to what the name of a report's file ends in: what viewers expect of the format. Empty for
# what is no format.
function(_callsight_format_suffix out format)
  set(suffix_text txt)
  set(suffix_json json)
  set(suffix_csv csv)
  set(suffix_html html)
  set(suffix_tree tree.txt)
  set(suffix_calls calls.txt)
  set(suffix_callers callers.txt)
  set(suffix_folded folded)
  set(suffix_chrome chrome.json)
  set(suffix_perfetto pftrace)
  set(suffix_speedscope speedscope.json)
  set(suffix_firefox profile.json)
  set(suffix_callgrind callgrind)
  set(suffix_pprof pb.gz)
  set(${out} "${suffix_${format}}" PARENT_SCOPE)
endfunction()

# The file of a report.
function(_callsight_report_file out name format)
  _callsight_config_dir(dir "reports/${name}")
  _callsight_format_suffix(suffix "${format}")
  set(${out} "${dir}/${name}.${suffix}" PARENT_SCOPE)
endfunction()

# The rules of a report, one a format, and its target. <is_tolerant>: a capture may be empty.
function(_callsight_make_report name capture formats is_tolerant)
  _callsight_config_dir(capture_dir "captures/${capture}")
  _callsight_cli(cli)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/MakeReport.cmake")
  # The property is known when all targets are.
  string(CONCAT selections "$<$<TARGET_EXISTS:callsight-select>:"
    "$<TARGET_PROPERTY:callsight-select,CALLSIGHT_SELECTIONS>>")
  set(files "")
  foreach(format IN LISTS formats)
    _callsight_report_file(file "${name}" "${format}")
    add_custom_command(OUTPUT "${file}"
      COMMAND "${CMAKE_COMMAND}" "-DNAME=${name}" "-DCLI=$<TARGET_FILE:${cli}>"
        "-DTRACES=${capture_dir}/traces" -DFORMAT=${format} "-DFILE=${file}"
        -DALLOW_EMPTY=${is_tolerant} -P "${script}"
      # The selection says which recorded functions are dropped.
      DEPENDS "${capture_dir}/stamp" "$<TARGET_FILE:${cli}>" "${script}" "${selections}"
      COMMENT "Reporting ${name} (${format})"
      VERBATIM)
    list(APPEND files "${file}")
  endforeach()
  add_custom_target("${name}" DEPENDS ${files})
  add_dependencies("${name}" "${capture}")
endfunction()

# _callsight_check_runs(): the checks of captures and reports that need all of them.
function(_callsight_check_runs)
  _callsight_check_captures()
  get_property(captures GLOBAL PROPERTY CALLSIGHT_CAPTURES)
  get_property(reports GLOBAL PROPERTY CALLSIGHT_REPORTS)
  foreach(report IN LISTS reports)
    get_property(capture GLOBAL PROPERTY CALLSIGHT_REPORT_${report}_CAPTURE)
    if(NOT capture IN_LIST captures)
      message(FATAL_ERROR "callsight_add_report(${report}): CAPTURE '${capture}' is not declared "
        "by callsight_add_capture()")
    endif()
    get_property(address GLOBAL PROPERTY CALLSIGHT_CAPTURE_${capture}_STREAM)
    if(address)
      message(FATAL_ERROR "callsight_add_report(${report}): CAPTURE '${capture}' is sent to ${address} and "
        "not here afterwards. Report it there: callsight analyze <folder of callsight serve>")
    endif()
  endforeach()
endfunction()

# _callsight_finish_runs(<instrumented> <hooked>): the targets callsight-run and callsight-report.
function(_callsight_finish_runs instrumented hooked)
  get_property(captures GLOBAL PROPERTY CALLSIGHT_CAPTURES)
  if(NOT captures)
    _callsight_run_each("${hooked}")
  endif()
  _callsight_finish_captures("${instrumented}" "${hooked}")
  _callsight_report_rest()

  get_property(captures GLOBAL PROPERTY CALLSIGHT_CAPTURES)
  get_property(reports GLOBAL PROPERTY CALLSIGHT_REPORTS)
  _callsight_capture_places(run_places "${captures}")
  add_custom_target(callsight-run ${run_places} COMMENT "Where the captures are" VERBATIM USES_TERMINAL)
  set(texts "")
  set(places "")
  foreach(report IN LISTS reports)
    get_property(formats GLOBAL PROPERTY CALLSIGHT_REPORT_${report}_FORMATS)
    foreach(format IN LISTS formats)
      _callsight_report_file(file "${report}" "${format}")
      if(format STREQUAL "text")
        list(APPEND texts COMMAND "${CMAKE_COMMAND}" -E cat "${file}"
          COMMAND "${CMAKE_COMMAND}" -E echo "")
      else()
        list(APPEND places COMMAND "${CMAKE_COMMAND}" -E echo "${report}: ${file}")
      endif()
    endforeach()
  endforeach()
  _callsight_sent_words(sent "${captures}")
  set(received "")
  if(instrumented)
    _callsight_report_received(received "${hooked}")
    _callsight_serve_target()
  endif()
  if(texts OR sent)
    add_custom_target(callsight-report ${texts} ${places} ${sent} ${received}
      COMMENT "What was recorded" VERBATIM USES_TERMINAL)
  else()
    _callsight_no_program(nothing)
    add_custom_target(callsight-report ${nothing} ${received} VERBATIM USES_TERMINAL)
  endif()
  foreach(capture IN LISTS captures)
    add_dependencies(callsight-run "${capture}")
    add_dependencies(callsight-report "${capture}")
  endforeach()
  _callsight_tune_target("${captures}")
  foreach(report IN LISTS reports)
    add_dependencies(callsight-report "${report}")
  endforeach()
endfunction()

# What the targets say that have nothing to run.
function(_callsight_no_program out)
  set(${out} COMMAND "${CMAKE_COMMAND}" -E echo "CallSight: no executable of this build is instrumented"
    COMMAND "${CMAKE_COMMAND}" -E echo "callsight_add_capture() names one that loads what is" PARENT_SCOPE)
endfunction()

# _callsight_capture_places(<out> <captures>): commands that say where each of them is.
function(_callsight_capture_places out captures)
  set(commands "")
  foreach(capture IN LISTS captures)
    get_property(address GLOBAL PROPERTY CALLSIGHT_CAPTURE_${capture}_STREAM)
    _callsight_config_dir(place "captures/${capture}")
    string(APPEND place "/traces")
    if(address)
      set(place "sent to ${address}")
    endif()
    list(APPEND commands COMMAND "${CMAKE_COMMAND}" -E echo "${capture}: ${place}")
  endforeach()
  if(NOT commands)
    _callsight_no_program(commands)
  endif()
  set(${out} "${commands}" PARENT_SCOPE)
endfunction()

# The target callsight-tune: every capture again in count mode, and what to leave out.
function(_callsight_tune_target captures)
  _callsight_cli(cli)
  set(script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/TuneCapture.cmake")
  set(commands "")
  foreach(capture IN LISTS captures)
    _callsight_config_dir(dir "captures/${capture}")
    list(APPEND commands COMMAND "${CMAKE_COMMAND}" "-DNAME=${capture}"
      "-DCLI=$<TARGET_FILE:${cli}>" "-DTRACES=${dir}/count/traces" -P "${script}")
  endforeach()
  if(NOT commands)
    _callsight_no_program(commands)
  endif()
  add_custom_target(callsight-tune ${commands} COMMENT "What to leave out" VERBATIM USES_TERMINAL)
  foreach(capture IN LISTS captures)
    add_dependencies(callsight-tune "callsight-count-${capture}")
  endforeach()
endfunction()

# No capture is declared: one run of each executable that can have hooks.
function(_callsight_run_each hooked)
  foreach(target IN LISTS hooked)
    get_target_property(type "${target}" TYPE)
    if(type STREQUAL "EXECUTABLE")
      set(name "callsight-run-${target}")
      _callsight_declare_run(CAPTURE callsight_add_capture "${name}")
      set_property(GLOBAL PROPERTY CALLSIGHT_CAPTURE_${name}_TARGET "${target}")
      _callsight_make_capture("${name}" "${target}" TRUE 60 "" "" "" "")
    endif()
  endforeach()
endfunction()

# A text report for each capture that has none.
function(_callsight_report_rest)
  get_property(captures GLOBAL PROPERTY CALLSIGHT_CAPTURES)
  get_property(reports GLOBAL PROPERTY CALLSIGHT_REPORTS)
  foreach(report IN LISTS reports)
    get_property(formats GLOBAL PROPERTY CALLSIGHT_REPORT_${report}_FORMATS)
    get_property(capture GLOBAL PROPERTY CALLSIGHT_REPORT_${report}_CAPTURE)
    if("text" IN_LIST formats)
      list(REMOVE_ITEM captures "${capture}")
    endif()
  endforeach()
  foreach(capture IN LISTS captures)
    get_property(address GLOBAL PROPERTY CALLSIGHT_CAPTURE_${capture}_STREAM)
    if(address)
      continue()
    endif()
    set(name "callsight-report-${capture}")
    set(is_tolerant FALSE)
    if(capture MATCHES "^callsight-run-(.*)$")
      set(name "callsight-report-${CMAKE_MATCH_1}")
      set(is_tolerant TRUE)
    endif()
    _callsight_declare_run(REPORT callsight_add_report "${name}")
    set_property(GLOBAL PROPERTY CALLSIGHT_REPORT_${name}_CAPTURE "${capture}")
    set_property(GLOBAL PROPERTY CALLSIGHT_REPORT_${name}_FORMATS text)
    _callsight_make_report("${name}" "${capture}" text ${is_tolerant})
  endforeach()
endfunction()
