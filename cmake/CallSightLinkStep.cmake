# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightLinkStep
-----------------

``callsight link`` around the links of the build. Private. It runs the link, then looks which
functions of the linked file carry hooks, and silences those that are not selected.

``C_LINKER_LAUNCHER``, ``CXX_LINKER_LAUNCHER``
  Of each executable, shared library and module that can contain hooks: the command, the selection
  files of the targets whose code it links, and then the launcher that is there already. By literal
  path: CMake knows generator expressions there from 3.27 only.
``LINK_DEPENDS``
  The same selection files and the command: the module is linked again when they change.

LIMIT: a module that is linked by another compiler than those of C and C++ has no launcher. Its
functions that are not selected keep their hooks, and the analyzer leaves them out.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_link_step(<instrumented> <hooked>): both are lists of targets.
function(_callsight_link_step instrumented hooked)
  if(NOT CALLSIGHT_LINK_STEP)
    return()
  endif()
  _callsight_cli(cli)
  _callsight_cli_path(path)
  get_target_property(is_imported "${cli}" IMPORTED)
  foreach(target IN LISTS hooked)
    get_target_property(type "${target}" TYPE)
    if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      continue()
    endif()
    _callsight_code_of("${target}" code is_exact)
    _callsight_selections_of("${code}" ${is_exact} "${instrumented}" selections waits_for)
    _callsight_late_plans(plans ${code})
    set(launcher "${path}" link)
    if(plans)
      set(launcher sh "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/select_then.sh" "${path}" ${plans}
        -- "${path}" link)
      list(APPEND waits_for "${CMAKE_BINARY_DIR}/_callsight/select/sources.stamp")
    endif()
    foreach(selection IN LISTS selections)
      list(APPEND launcher --selection "${selection}")
    endforeach()
    list(APPEND launcher --)
    foreach(lang IN ITEMS C CXX)
      _callsight_property(present "${target}" ${lang}_LINKER_LAUNCHER)
      set_property(TARGET "${target}" PROPERTY ${lang}_LINKER_LAUNCHER ${launcher} ${present})
    endforeach()
    set_property(TARGET "${target}" APPEND PROPERTY LINK_DEPENDS "${path}" ${waits_for})
    if(NOT is_imported)
      get_target_property(real "${cli}" ALIASED_TARGET)
      add_dependencies("${target}" "${real}")
    endif()
  endforeach()
endfunction()

# _callsight_late_plans(<out> <target>...): plans that are run before the link of the code of these
# targets, because no step of the build could wait for the generated sources that they name.
function(_callsight_late_plans out)
  set(plans "")
  foreach(one IN LISTS ARGN)
    _callsight_property(plan "${one}" CALLSIGHT_LATE_PLAN)
    list(APPEND plans ${plan})
  endforeach()
  set(${out} "${plans}" PARENT_SCOPE)
endfunction()

# _callsight_selections_of(<code> <is_exact> <instrumented> <selections> <waits_for>): the selection
# files of the code in a linked file, and those that its link waits for.
function(_callsight_selections_of code is_exact instrumented selections_out waits_for_out)
  set(selections "")
  foreach(one IN LISTS instrumented)
    if(one IN_LIST code)
      _callsight_selection_file(selection "${one}")
      list(APPEND selections "${selection}")
    endif()
  endforeach()
  set(waits_for "${selections}")
  if(NOT is_exact OR NOT selections)
    # All of the build. The link cannot wait for what a step of its own makes: that one may wait for
    # a source that this very program generates.
    foreach(one IN LISTS instrumented)
      _callsight_selection_file(selection "${one}")
      list(APPEND selections "${selection}")
      _callsight_property(step "${one}" CALLSIGHT_STEP)
      if(step STREQUAL "sources")
        list(APPEND waits_for "${selection}")
      endif()
    endforeach()
    list(REMOVE_DUPLICATES selections)
    list(REMOVE_DUPLICATES waits_for)
  endif()
  set(${selections_out} "${selections}" PARENT_SCOPE)
  set(${waits_for_out} "${waits_for}" PARENT_SCOPE)
endfunction()
