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
  One step more for each target that has generated sources, for all sources of that target: they
  may come from a program that is instrumented itself.
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
  set(inputs "")
  set(apart "")
  foreach(target IN LISTS ARGN)
    _callsight_sort_sources("${target}" existing_${target} generated_${target})
    _callsight_source_options("${target}" ${existing_${target}} ${generated_${target}})
    _callsight_property(config "${target}" CALLSIGHT_CONFIG)
    list(APPEND inputs ${existing_${target}} ${config})
    _callsight_can_wait("${target}" "${generated_${target}}" can_wait)
    if(can_wait)
      list(APPEND apart "${target}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES inputs)
  _callsight_shared_sources(shared "${apart}")

  # For the call graph every plan has all sources; it writes response files for some of them.
  _callsight_plan_head(head ${ARGN})
  set(plan "${head}")
  set(rsps "")
  foreach(target IN LISTS ARGN)
    set(write_${target} "${existing_${target}}")
    set(later_${target} "")
    if(target IN_LIST apart)
      _callsight_divide("${target}" "${existing_${target}}" "${shared}" write_${target}
        later_${target})
    endif()
    _callsight_records("${target}" "${write_${target}}" "${later_${target}}" records target_rsps)
    string(APPEND plan "${records}")
    list(APPEND rsps ${target_rsps})
    _callsight_records("${target}" "" "${existing_${target}}" graph_${target} nothing)
  endforeach()
  _callsight_write_if_absent("${dir}/selection" "callsight-selection\t1\n")
  set(part "${dir}/selection")
  if(apart)
    set(part "${dir}/select/sources.part")
  endif()
  _callsight_remove_old_parts("${dir}/select" ${apart})
  _callsight_select_step(sources "${plan}" "${rsps}" "${part}" ${inputs})
  add_custom_target(callsight-select DEPENDS "${dir}/select/sources.stamp")
  foreach(target IN LISTS ARGN)
    add_dependencies("${target}" callsight-select)
  endforeach()

  foreach(target IN LISTS apart)
    set(own ${later_${target}} ${generated_${target}})
    _callsight_records("${target}" "${own}" "${write_${target}}" graph_of_target rsps)
    set(plan "${head}")
    foreach(other IN LISTS ARGN)
      if(other STREQUAL target)
        string(APPEND plan "${graph_of_target}")
      else()
        string(APPEND plan "${graph_${other}}")
      endif()
    endforeach()
    _callsight_select_apart("${target}" "${plan}" "${rsps}" ${inputs} ${generated_${target}})
  endforeach()
endfunction()

# The step of one target that has generated sources.
function(_callsight_select_apart target plan rsps)
  set(base "${CMAKE_BINARY_DIR}/_callsight/select/generated/${target}")
  _callsight_select_step("generated/${target}" "${plan}" "${rsps}" "${base}.part" ${ARGN})
  add_custom_target("callsight-select-${target}" DEPENDS "${base}.stamp")
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    # With Ninja the objects depend on the response files, which are byproducts of the step. A
    # dependency of the target would hold for the rule of the generated source too: a circle.
    add_dependencies("${target}" "callsight-select-${target}")
  endif()
endfunction()

# Whether a target has generated sources that a step of its own can wait for.
function(_callsight_can_wait target generated out)
  set(${out} FALSE PARENT_SCOPE)
  if(generated)
    get_target_property(source_dir "${target}" SOURCE_DIR)
    if(CMAKE_GENERATOR MATCHES "Makefiles" AND NOT source_dir STREQUAL CMAKE_SOURCE_DIR)
      message(STATUS "CallSight: ${target} has generated sources; with Makefiles, outside the "
        "top-level directory, all functions of these get hooks.")
    else()
      set(${out} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# _callsight_shared_sources(<out> <apart>): sources that more than one target of the build compiles.
# Looked for only when it matters: OBJECT_DEPENDS is per source, so an object of the other target
# would wait for a generated source that perhaps the other target's program makes.
function(_callsight_shared_sources out apart)
  set(shared "")
  if(apart)
    _callsight_all_targets(all "${CMAKE_SOURCE_DIR}")
    set(seen "")
    foreach(target IN LISTS all)
      get_target_property(type "${target}" TYPE)
      if(type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
        _callsight_sources(sources "${target}")
        foreach(source IN LISTS sources)
          if("${source}" IN_LIST seen)
            list(APPEND shared "${source}")
          endif()
        endforeach()
        list(APPEND seen ${sources})
      endif()
    endforeach()
  endif()
  set(${out} "${shared}" PARENT_SCOPE)
endfunction()

# _callsight_divide(<target> <existing> <shared> <now> <later>): which of its sources are selected
# with all others, and which in the target's own step. A unity target is not divided.
function(_callsight_divide target existing shared now_out later_out)
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  set(now "")
  set(later "")
  foreach(source IN LISTS existing)
    if(NOT is_unity AND "${source}" IN_LIST shared)
      list(APPEND now "${source}")
    else()
      list(APPEND later "${source}")
    endif()
  endforeach()
  set(${now_out} "${now}" PARENT_SCOPE)
  set(${later_out} "${later}" PARENT_SCOPE)
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

# _callsight_sort_sources(<target> <existing> <generated>): its C and C++ sources.
function(_callsight_sort_sources target existing_out generated_out)
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
  set(${existing_out} "${existing}" PARENT_SCOPE)
  set(${generated_out} "${generated}" PARENT_SCOPE)
endfunction()

# _callsight_records(<target> <write> <read> <records> <rsps>): the target's part of a plan, and the
# response files that it names. <write>: sources with a response file; <read>: sources without.
function(_callsight_records target write read records_out rsps_out)
  _callsight_property(config "${target}" CALLSIGHT_CONFIG)
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  set(records "target\t${target}\t${config}\n")
  set(rsps "")
  if(is_unity AND write)
    _callsight_rsp(rsp "${target}" unity)
    string(APPEND records "unity\t${rsp}\n")
    list(APPEND rsps "${rsp}")
  endif()
  foreach(source IN LISTS write read)
    set(rsp "")
    if(NOT is_unity AND "${source}" IN_LIST write)
      _callsight_rsp(rsp "${target}" "${source}")
      list(APPEND rsps "${rsp}")
    endif()
    _callsight_language(language "${target}" "${source}")
    string(APPEND records "source\t${source}\t${rsp}\t${language}\n")
  endforeach()
  set(${records_out} "${records}" PARENT_SCOPE)
  set(${rsps_out} "${rsps}" PARENT_SCOPE)
endfunction()

# _callsight_select_step(<step> <plan> <rsps> <part> <input>...): the custom command that runs the
# plan and makes <step>.stamp. <plan> has @PART@ where the selection's part is named.
function(_callsight_select_step step plan rsps part)
  set(base "${CMAKE_BINARY_DIR}/_callsight/select/${step}")
  set(selection "${CMAKE_BINARY_DIR}/_callsight/selection")
  string(REPLACE "@PART@" "${part}" plan "${plan}")
  _callsight_write_if_different("${base}.plan" "${plan}")
  _callsight_cli(cli)
  set(command "$<TARGET_FILE:${cli}>" select --plan "${base}.plan" --depfile "${base}.d"
    --stamp "${base}.stamp")
  set(scripts "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/scripts")
  if(NOT part STREQUAL selection)
    set(is_quiet FALSE)
    if(step STREQUAL "sources")
      set(is_quiet TRUE) # names that only generated sources have are not missing
    endif()
    set(command "${CMAKE_COMMAND}" "-DSELECTION=${selection}" -DQUIET=${is_quiet}
      -P "${scripts}/SelectPart.cmake" -- ${command})
  endif()
  # With Ninja the objects depend on response files that a rule makes. Makefiles would delete
  # byproducts of a failed rule, and need no rule: the files exist since configuring.
  set(byproducts "")
  if(CMAKE_GENERATOR MATCHES "Ninja")
    set(byproducts BYPRODUCTS ${rsps} "${part}")
  endif()
  add_custom_command(OUTPUT "${base}.stamp" ${byproducts}
    COMMAND ${command}
    DEPENDS "${base}.plan" "$<TARGET_FILE:${cli}>" ${ARGN}
    DEPFILE "${base}.d"
    COMMENT "Selecting functions (${step})"
    VERBATIM)
endfunction()

# _callsight_source_options(<target> <source>...): the option of each source and what its object
# depends on. The expression is true in this target only: the same source may belong to others.
function(_callsight_source_options target)
  set_target_properties("${target}" PROPERTIES CALLSIGHT_DIR "${target}")
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  if(is_unity)
    _callsight_unity_options("${target}" ${ARGN})
    return()
  endif()
  foreach(source IN LISTS ARGN)
    _callsight_rsp(rsp "${target}" "${source}")
    _callsight_write_if_absent("${rsp}" "-finstrument-functions\n")
    set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY COMPILE_OPTIONS
      "$<$<STREQUAL:$<TARGET_PROPERTY:CALLSIGHT_DIR>,${target}>:@${rsp}>")
    set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY OBJECT_DEPENDS
      "${rsp}")
  endforeach()
endfunction()

# A unity target stays one: options of a source would take the source out of the batches, so the
# target has the option. The batches are sources that CMake makes when it generates; those of the
# default mode have numbers, at most one a source, those of the mode GROUP the group's name.
function(_callsight_unity_options target)
  _callsight_rsp(rsp "${target}" unity)
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
    get_property(is_alone SOURCE "${source}" TARGET_DIRECTORY "${target}"
      PROPERTY SKIP_UNITY_BUILD_INCLUSION)
    if(is_alone)
      set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY OBJECT_DEPENDS
        "${rsp}")
    endif()
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

# The path of a source's response file, readable and unlike that of any other source. For the word
# unity that of the whole target.
function(_callsight_rsp out target source)
  set(dir "${CMAKE_BINARY_DIR}/_callsight/targets/${target}")
  if(source STREQUAL "unity")
    set(${out} "${dir}/unity.rsp" PARENT_SCOPE)
    return()
  endif()
  get_filename_component(name "${source}" NAME)
  string(REGEX REPLACE "[^A-Za-z0-9_.-]" "_" name "${name}")
  string(SHA1 hash "${source}")
  string(SUBSTRING "${hash}" 0 10 hash)
  set(${out} "${dir}/${name}-${hash}.rsp" PARENT_SCOPE)
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
