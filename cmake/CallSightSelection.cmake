# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightSelection
------------------

Selection is a step of the build. Private. Every source of an instrumented target gets a response
file of its own as a compile option; ``callsight select`` writes the response files from
``trace.config`` and the sources, and changes a file only when its content changes, so that a build
compiles again exactly what is selected differently.

Files, below ``_callsight/`` in the build directory:

``targets/<target>/<source>-<hash>.rsp``
  Options of one source in one target. A unity target has one ``unity.rsp``.
``select/sources.plan``, ``.stamp``, ``.d``
  One step for all sources that exist before the build.
``select/generated/<target>.plan``, ``.stamp``, ``.d``
  One step more for each target that has generated sources: they may come from a program that is
  instrumented itself.
``selection``
  What the analyzer still has to drop; the runtime writes its path into each capture.

LIMIT: with Makefiles a generated source of a target outside the top-level directory is compiled
with hooks in all functions: its rule is not known where the step is made.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_select(<target>...): gives each target its response files, its step and its options.
# The targets' CALLSIGHT_CONFIG is set.
function(_callsight_select)
  set(dir "${CMAKE_BINARY_DIR}/_callsight")
  set(plan "")
  set(rsps "")
  set(inputs "")
  set(configs "")
  set(generated_targets "")
  _callsight_plan_head(head ${ARGN})
  foreach(target IN LISTS ARGN)
    _callsight_select_target("${target}" lines target_rsps existing generated)
    string(APPEND plan "${lines}")
    list(APPEND rsps ${target_rsps})
    list(APPEND inputs ${existing})
    if(generated)
      list(APPEND generated_targets "${target}")
    endif()
    _callsight_property(config "${target}" CALLSIGHT_CONFIG)
    list(APPEND configs ${config})
  endforeach()
  list(REMOVE_DUPLICATES inputs)
  list(REMOVE_DUPLICATES configs)

  _callsight_write_if_absent("${dir}/selection" "callsight-selection\t1\n")
  set(part "${dir}/selection")
  if(generated_targets)
    set(part "${dir}/select/sources.part")
  endif()
  _callsight_remove_old_parts("${dir}/select" ${generated_targets})
  string(REPLACE "@PART@" "${part}" plan_text "${head}${plan}")
  _callsight_select_step(sources "${plan_text}" "${rsps}" "${part}" ${inputs} ${configs})
  add_custom_target(callsight-select DEPENDS "${dir}/select/sources.stamp")
  foreach(target IN LISTS ARGN)
    add_dependencies("${target}" callsight-select)
  endforeach()

  foreach(target IN LISTS generated_targets)
    _callsight_select_generated("${target}" "${head}" "${plan}" "${inputs}" "${configs}")
  endforeach()
endfunction()

# Parts of targets that have no generated sources any more.
function(_callsight_remove_old_parts dir)
  file(GLOB parts RELATIVE "${dir}/generated" "${dir}/generated/*.part")
  foreach(part IN LISTS parts)
    string(REGEX REPLACE "\\.part$" "" target "${part}")
    if(NOT target IN_LIST ARGN)
      file(REMOVE "${dir}/generated/${part}")
    endif()
  endforeach()
endfunction()

# The records at the top of every plan.
function(_callsight_plan_head out)
  get_property(family GLOBAL PROPERTY CALLSIGHT_COMPILER_FAMILY)
  _callsight_ctags(ctags)
  set(folders "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}")
  foreach(target IN LISTS ARGN)
    get_target_property(source_dir "${target}" SOURCE_DIR)
    list(APPEND folders "${source_dir}")
    _callsight_property(includes "${target}" INCLUDE_DIRECTORIES)
    _callsight_words(words ${includes})
    foreach(word IN LISTS words)
      if(IS_ABSOLUTE "${word}" AND NOT "${word}" MATCHES "^/usr/include(/|$)")
        list(APPEND folders "${word}")
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES folders)

  set(head "callsight-plan\t1\ncompiler\t${family}\n")
  foreach(folder IN LISTS folders)
    string(APPEND head "folder\t${folder}\n")
  endforeach()
  string(APPEND head "selection\t@PART@\nctags\t${ctags}\n")
  set(${out} "${head}" PARENT_SCOPE)
endfunction()

# _callsight_select_target(<target> <plan> <rsps> <existing> <generated>): options and response
# files of one target. <plan>: its records for the step "sources"; <existing>, <generated>: its
# sources. The records and response files of generated sources are left to their own step.
function(_callsight_select_target target plan_out rsps_out existing_out generated_out)
  set(dir "${CMAKE_BINARY_DIR}/_callsight/targets/${target}")
  _callsight_property(config "${target}" CALLSIGHT_CONFIG)
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  _callsight_sources(sources "${target}")
  set(existing "")
  set(generated "")
  foreach(source IN LISTS sources)
    _callsight_is_generated(is_generated "${target}" "${source}")
    if(is_generated OR NOT EXISTS "${source}")
      list(APPEND generated "${source}")
    else()
      list(APPEND existing "${source}")
    endif()
  endforeach()

  set(plan "target\t${target}\t${config}\n")
  set(rsps "")
  set_target_properties("${target}" PROPERTIES CALLSIGHT_DIR "${target}"
    CALLSIGHT_GENERATED "${generated}")
  if(is_unity AND sources)
    _callsight_unity_options("${target}" "${dir}/unity.rsp" ${sources})
    if(NOT generated)
      string(APPEND plan "unity\t${dir}/unity.rsp\n")
      list(APPEND rsps "${dir}/unity.rsp")
    endif()
  endif()
  foreach(source IN LISTS existing generated)
    set(rsp "")
    if(NOT is_unity)
      _callsight_rsp_name(name "${source}")
      set(rsp "${dir}/${name}")
      _callsight_source_options("${target}" "${source}" "${rsp}")
    endif()
    if(source IN_LIST existing)
      _callsight_language(language "${target}" "${source}")
      string(APPEND plan "source\t${source}\t${rsp}\t${language}\n")
      list(APPEND rsps ${rsp})
    endif()
  endforeach()
  set(${plan_out} "${plan}" PARENT_SCOPE)
  set(${rsps_out} "${rsps}" PARENT_SCOPE)
  set(${existing_out} "${existing}" PARENT_SCOPE)
  set(${generated_out} "${generated}" PARENT_SCOPE)
endfunction()

# The step of one target's generated sources. It sees all other sources as well, for the call
# graph, but writes this target's response files only.
function(_callsight_select_generated target head plan inputs configs)
  get_target_property(source_dir "${target}" SOURCE_DIR)
  if(CMAKE_GENERATOR MATCHES "Makefiles" AND NOT source_dir STREQUAL CMAKE_SOURCE_DIR)
    message(STATUS "CallSight: ${target} has generated sources; with Makefiles, outside the "
      "top-level directory, all functions of these get hooks.")
    return()
  endif()
  set(dir "${CMAKE_BINARY_DIR}/_callsight")
  _callsight_property(config "${target}" CALLSIGHT_CONFIG)
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  _callsight_property(generated "${target}" CALLSIGHT_GENERATED)
  string(REGEX REPLACE "(source\t[^\t]*\t)[^\t]*" "\\1" plan "${plan}")
  string(REGEX REPLACE "unity\t[^\n]*\n" "" plan "${plan}")
  set(rsps "")
  set(lines "target\t${target}\t${config}\n")
  set(first_line "${lines}")
  if(is_unity)
    set(rsps "${dir}/targets/${target}/unity.rsp")
    string(APPEND lines "unity\t${rsps}\n")
  endif()
  foreach(source IN LISTS generated)
    set(rsp "")
    if(NOT is_unity)
      _callsight_rsp_name(name "${source}")
      set(rsp "${dir}/targets/${target}/${name}")
      list(APPEND rsps "${rsp}")
    endif()
    _callsight_language(language "${target}" "${source}")
    string(APPEND lines "source\t${source}\t${rsp}\t${language}\n")
  endforeach()
  string(REPLACE "${first_line}" "${lines}" plan "${plan}")
  set(part "${dir}/select/generated/${target}.part")
  string(REPLACE "@PART@" "${part}" plan_text "${head}${plan}")
  _callsight_select_step("generated/${target}" "${plan_text}" "${rsps}" "${part}" ${inputs}
    ${generated} ${configs})
  add_custom_target("callsight-select-${target}" DEPENDS "${dir}/select/generated/${target}.stamp")
  add_dependencies("${target}" "callsight-select-${target}")
endfunction()

# _callsight_select_step(<step> <plan> <rsps> <part> <input>...): the custom command that runs the
# plan and makes <step>.stamp.
function(_callsight_select_step step plan rsps part)
  set(base "${CMAKE_BINARY_DIR}/_callsight/select/${step}")
  set(selection "${CMAKE_BINARY_DIR}/_callsight/selection")
  _callsight_write_if_different("${base}.plan" "${plan}")
  _callsight_cli(cli)
  set(merge "")
  set(made ${rsps} "${part}")
  if(NOT part STREQUAL selection)
    set(merge COMMAND "${CMAKE_COMMAND}" "-DSELECTION=${selection}"
      -P "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts/MergeSelections.cmake")
  endif()
  # With Ninja the objects depend on response files that a rule makes. Makefiles would delete
  # byproducts of a failed rule, and need no rule: the files exist since configuring.
  set(byproducts "")
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(byproducts BYPRODUCTS ${made})
  endif()
  add_custom_command(OUTPUT "${base}.stamp" ${byproducts}
    COMMAND "$<TARGET_FILE:${cli}>" select --plan "${base}.plan" --depfile "${base}.d"
      --stamp "${base}.stamp"
    ${merge}
    DEPENDS "${base}.plan" "$<TARGET_FILE:${cli}>" ${ARGN}
    DEPFILE "${base}.d"
    COMMENT "Selecting functions (${step})"
    VERBATIM)
endfunction()

# A source's option and what its object depends on. The expression is true in this target only: the
# same source may belong to others.
function(_callsight_source_options target source rsp)
  _callsight_write_if_absent("${rsp}" "-finstrument-functions\n")
  set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY COMPILE_OPTIONS
    "$<$<STREQUAL:$<TARGET_PROPERTY:CALLSIGHT_DIR>,${target}>:@${rsp}>")
  set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY OBJECT_DEPENDS
    "${rsp}")
endfunction()

# A unity target stays one: options of a source would take the source out of the batches, so the
# target has the option. The batches are sources that CMake makes when it generates; those of the
# default mode have numbers, at most one a source, those of the mode GROUP the group's name.
function(_callsight_unity_options target rsp)
  _callsight_write_if_absent("${rsp}" "-finstrument-functions\n")
  set_property(TARGET "${target}" APPEND PROPERTY COMPILE_OPTIONS
    "$<$<COMPILE_LANGUAGE:C,CXX>:@${rsp}>")
  get_target_property(binary_dir "${target}" BINARY_DIR)
  set(batches "")
  set(number 0)
  foreach(source IN LISTS ARGN)
    get_property(group SOURCE "${source}" TARGET_DIRECTORY "${target}" PROPERTY UNITY_GROUP)
    list(APPEND batches "${number}" ${group})
    math(EXPR number "${number} + 1")
    # Sources that are left out of the batches are compiled on their own.
    set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY OBJECT_DEPENDS
      "${rsp}")
  endforeach()
  list(REMOVE_DUPLICATES batches)
  foreach(batch IN LISTS batches)
    foreach(end IN ITEMS c.c cxx.cxx)
      set_property(SOURCE "${binary_dir}/CMakeFiles/${target}.dir/Unity/unity_${batch}_${end}"
        TARGET_DIRECTORY "${target}" APPEND PROPERTY OBJECT_DEPENDS "${rsp}")
    endforeach()
  endforeach()
  message(STATUS "CallSight: ${target} is a unity target; its batches have one selection of files")
endfunction()

# The name of a source's response file: readable, and unlike that of any other source.
function(_callsight_rsp_name out source)
  get_filename_component(name "${source}" NAME)
  string(REGEX REPLACE "[^A-Za-z0-9_.-]" "_" name "${name}")
  string(SHA1 hash "${source}")
  string(SUBSTRING "${hash}" 0 10 hash)
  set(${out} "${name}-${hash}.rsp" PARENT_SCOPE)
endfunction()

function(_callsight_write_if_absent path content)
  if(NOT EXISTS "${path}")
    file(WRITE "${path}" "${content}")
  endif()
endfunction()

function(_callsight_write_if_different path content)
  set(old "")
  if(EXISTS "${path}")
    file(READ "${path}" old)
  endif()
  if(NOT old STREQUAL content)
    file(WRITE "${path}" "${content}")
  endif()
endfunction()
