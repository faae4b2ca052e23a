# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightSelection
------------------

Selection is a step of the build. Private. Every source of an instrumented target gets a response
file of its own as a compile option; ``callsight select`` writes the response files from
``trace.config`` and the sources, and changes a file only when its content changes, so that a build
compiles again exactly what is selected differently.

Files, below ``_callsight/`` in the build directory:

``targets/<target>/<source>-<hash>.rsp``, ``.specs``
  Options of one source in one target, on which the object depends; with gcc exclude lists beside
  it where there are any, which the options name. A unity target has one ``unity.rsp``.
``targets/<target>/selection``
  Which functions of the target are selected: links of the target depend on it.
``selection``
  Where the files of the targets are. The runtime writes its path into each capture.
``select/sources.plan``, ``.stamp``, ``.d``
  One step for all sources that exist before the build.
``select/generated/<target>.plan``, ``.stamp``, ``.d``
  One step more for each target that has generated sources, for all sources of that target: they
  may come from a program that is instrumented itself.
``cache/``
  What was read from the sources, by their content.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_select(<target>...): gives each target its response files, its step and its options.
# The targets' CALLSIGHT_CONFIG is set. Sets properties of them: CALLSIGHT_EXISTING and
# CALLSIGHT_GENERATED, their sources; CALLSIGHT_STEP, which step writes their selection: "sources",
# "own", or "late" (no step: the links do it).
function(_callsight_select)
  set(inputs "")
  _callsight_mark_shared_sources(${ARGN})
  foreach(target IN LISTS ARGN)
    _callsight_sort_sources("${target}" existing generated)
    _callsight_source_options("${target}" ${existing} ${generated})
    _callsight_property(config "${target}" CALLSIGHT_CONFIG)
    list(APPEND inputs ${existing} ${config})
    set(step sources)
    if(generated)
      _callsight_can_wait(can_wait "${target}" ${generated})
      set(step late)
      if(can_wait)
        set(step own)
      endif()
    endif()
    set_target_properties("${target}" PROPERTIES CALLSIGHT_EXISTING "${existing}"
      CALLSIGHT_GENERATED "${generated}" CALLSIGHT_STEP "${step}")
  endforeach()
  list(REMOVE_DUPLICATES inputs)
  _callsight_write_index(${ARGN})
  _callsight_forget_steps(${ARGN})

  # For the call graph every plan has all sources; it writes response files for some of them.
  _callsight_plan_head(head ${ARGN})
  _callsight_select_existing("${head}" "${inputs}" ${ARGN})
  foreach(target IN LISTS ARGN)
    _callsight_property(step "${target}" CALLSIGHT_STEP)
    if(NOT step STREQUAL "sources")
      _callsight_select_generated("${target}" "${head}" "${inputs}" ${ARGN})
    endif()
    add_dependencies("${target}" callsight-select)
  endforeach()
  _callsight_cli(cli)
  add_custom_target(callsight-scan COMMAND "$<TARGET_FILE:${cli}>" scan "${CMAKE_BINARY_DIR}"
    COMMENT "What trace.config selects" VERBATIM USES_TERMINAL)
endfunction()

# _callsight_select_existing(<head> <inputs> <target>...): the step of the sources that exist, and
# the target callsight-select.
function(_callsight_select_existing head inputs)
  set(plan "${head}")
  set(made "")
  set(is_quiet FALSE)
  foreach(target IN LISTS ARGN)
    _callsight_divide("${target}" now later)
    _callsight_property(step "${target}" CALLSIGHT_STEP)
    set(selection "")
    if(step STREQUAL "sources")
      _callsight_selection_file(selection "${target}")
    else()
      set(is_quiet TRUE) # names that only generated sources have are not missing
    endif()
    _callsight_records("${target}" "${selection}" "${now}" "${later}" records files)
    string(APPEND plan "${records}")
    list(APPEND made ${files})
  endforeach()
  set(base "${CMAKE_BINARY_DIR}/_callsight/select/sources")
  _callsight_write_plan("${base}.plan" "${plan}")
  _callsight_select_step(sources "${made}" ${is_quiet} ${inputs})
  add_custom_target(callsight-select DEPENDS "${base}.stamp")
  get_property(selections GLOBAL PROPERTY CALLSIGHT_SELECTIONS)
  set_property(TARGET callsight-select PROPERTY CALLSIGHT_SELECTIONS "${selections}")
endfunction()

# _callsight_select_generated(<target> <head> <inputs> <of build>...): the plan of one target that
# has generated sources, and its step. <of build>: all instrumented targets.
function(_callsight_select_generated target head inputs)
  _callsight_divide("${target}" now later)
  _callsight_property(generated "${target}" CALLSIGHT_GENERATED)
  _callsight_property(step "${target}" CALLSIGHT_STEP)
  list(APPEND later ${generated})
  if(step STREQUAL "late")
    list(APPEND now ${later})
    set(later "")
  endif()
  set(plan "${head}")
  foreach(other IN LISTS ARGN)
    if(other STREQUAL target)
      _callsight_selection_file(selection "${target}")
      _callsight_records("${target}" "${selection}" "${later}" "${now}" records made)
    else()
      _callsight_read_records(records "${other}")
    endif()
    string(APPEND plan "${records}")
  endforeach()
  set(file "${CMAKE_BINARY_DIR}/_callsight/select/generated/${target}.plan")
  _callsight_write_plan("${file}" "${plan}")
  if(step STREQUAL "late")
    set_property(TARGET "${target}" PROPERTY CALLSIGHT_LATE_PLAN "${file}")
  else()
    _callsight_step_of_target("${target}" "${made}" ${inputs} ${generated})
  endif()
endfunction()

# Somebody deleted what an earlier build selected, so it was just written again with hooks
# everywhere: the steps have to run.
function(_callsight_forget_steps)
  get_property(is_default GLOBAL PROPERTY CALLSIGHT_WROTE_DEFAULT)
  if(is_default)
    set(dir "${CMAKE_BINARY_DIR}/_callsight/select")
    file(REMOVE "${dir}/sources.stamp")
    foreach(target IN LISTS ARGN)
      file(REMOVE "${dir}/generated/${target}.stamp")
    endforeach()
  endif()
endfunction()

# _callsight_mark_shared_sources(<target>...): sets CALLSIGHT_IS_SHARED of sources that more than
# one target of a directory compiles, in the directories of these targets. Properties of a source,
# OBJECT_DEPENDS above all, hold for all of them.
function(_callsight_mark_shared_sources)
  set(directories "")
  foreach(target IN LISTS ARGN)
    get_target_property(directory "${target}" SOURCE_DIR)
    list(APPEND directories "${directory}")
  endforeach()
  list(REMOVE_DUPLICATES directories)
  foreach(directory IN LISTS directories)
    get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
      get_target_property(type "${target}" TYPE)
      if(NOT type MATCHES "^(EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY)$")
        continue()
      endif()
      _callsight_sources(sources "${target}")
      foreach(source IN LISTS sources)
        if(DEFINED "seen ${directory} ${source}")
          set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}"
            PROPERTY CALLSIGHT_IS_SHARED TRUE)
        endif()
        set("seen ${directory} ${source}" TRUE)
      endforeach()
    endforeach()
  endforeach()
endfunction()

# _callsight_is_shared(<out> <target> <source>): whether others of its directory compile it too.
function(_callsight_is_shared out target source)
  get_property(is_shared SOURCE "${source}" TARGET_DIRECTORY "${target}"
    PROPERTY CALLSIGHT_IS_SHARED)
  set(${out} "${is_shared}" PARENT_SCOPE)
endfunction()

# _callsight_divide(<target> <now> <later>): which of its existing sources are selected with all
# others, and which in the target's own step. A unity target is not divided.
function(_callsight_divide target now_out later_out)
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  _callsight_property(existing "${target}" CALLSIGHT_EXISTING)
  _callsight_property(step "${target}" CALLSIGHT_STEP)
  set(now "")
  set(later "")
  if(NOT step STREQUAL "own")
    set(now "${existing}")
  elseif(is_unity)
    set(later "${existing}")
  else()
    foreach(source IN LISTS existing)
      _callsight_is_shared(is_shared "${target}" "${source}")
      if(is_shared)
        list(APPEND now "${source}")
      else()
        list(APPEND later "${source}")
      endif()
    endforeach()
  endif()
  set(${now_out} "${now}" PARENT_SCOPE)
  set(${later_out} "${later}" PARENT_SCOPE)
endfunction()

# What keeps frames comparable beside -fno-omit-frame-pointer (docs/decisions/0010): for another machine the compiler
# is asked, for this one the tool knows it.
function(_callsight_frames_record out)
  set(${out} "" PARENT_SCOPE)
  if(NOT CMAKE_CROSSCOMPILING)
    return()
  endif()
  include(CheckCCompilerFlag)
  include(CheckCXXCompilerFlag)
  set(CMAKE_REQUIRED_QUIET ON)
  set(options "")
  foreach(option IN ITEMS mno-omit-leaf-frame-pointer mbackchain)
    string(MAKE_C_IDENTIFIER "CALLSIGHT_HAS_${option}" result)
    if(CMAKE_C_COMPILER_LOADED)
      check_c_compiler_flag("-${option}" ${result})
    else()
      check_cxx_compiler_flag("-${option}" ${result})
    endif()
    if(${result})
      list(APPEND options "-${option}")
    endif()
  endforeach()
  list(JOIN options " " options)
  set(${out} "frames\t${options}\n" PARENT_SCOPE)
endfunction()

# _callsight_system_records(<out>): folders of headers that are not the project's beside those of every Debian: where the
# compiler looks by itself, a sysroot, and what flags of the whole build name. Not what holds the project.
function(_callsight_system_records out)
  set(folders "${CMAKE_SYSROOT}" "${CMAKE_SYSROOT_COMPILE}")
  foreach(language IN ITEMS C CXX)
    list(APPEND folders ${CMAKE_${language}_IMPLICIT_INCLUDE_DIRECTORIES}
      ${CMAKE_${language}_STANDARD_INCLUDE_DIRECTORIES})
    separate_arguments(words UNIX_COMMAND "${CMAKE_${language}_FLAGS}")
    set(before "")
    foreach(word IN LISTS words)
      if(before MATCHES "^-?-(isystem|isysroot|sysroot)$")
        list(APPEND folders "${word}")
      elseif(word MATCHES "^(-isystem|--sysroot=)(.+)$")
        list(APPEND folders "${CMAKE_MATCH_2}")
      endif()
      set(before "${word}")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  set(records "")
  foreach(folder IN LISTS folders)
    string(REGEX REPLACE "/+$" "" folder "${folder}")
    string(FIND "${CMAKE_SOURCE_DIR}/" "${folder}/" holds_source)
    string(FIND "${CMAKE_BINARY_DIR}/" "${folder}/" holds_build)
    if(IS_ABSOLUTE "${folder}" AND holds_source AND holds_build)
      string(APPEND records "system\t${folder}\n")
    endif()
  endforeach()
  set(${out} "${records}" PARENT_SCOPE)
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

  set(head "callsight-plan\t2\ncompiler\t${family}\n")
  foreach(folder IN LISTS folders)
    string(APPEND head "folder\t${folder}\n")
  endforeach()
  _callsight_frames_record(frames)
  _callsight_system_records(system)
  string(APPEND head "ctags\t${ctags}\ncache\t${CMAKE_BINARY_DIR}/_callsight/cache\n${system}${frames}")
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

# _callsight_records(<target> <selection> <write> <read> <records> <files>): the target's part of a
# plan, and the files that the plan makes of it. <selection>: its selection file, or empty; <write>:
# sources with a response file; <read>: sources without.
function(_callsight_records target selection write read records_out files_out)
  _callsight_property(config "${target}" CALLSIGHT_CONFIG)
  _callsight_property(is_unity "${target}" UNITY_BUILD)
  set(records "target\t${target}\t${config}\t${selection}\n")
  set(files "${selection}")
  if(is_unity AND write)
    _callsight_rsp(rsp "${target}" unity)
    string(APPEND records "unity\t${rsp}\n")
    list(APPEND files "${rsp}")
  endif()
  foreach(source IN LISTS write)
    set(rsp "")
    if(NOT is_unity)
      _callsight_rsp(rsp "${target}" "${source}")
      list(APPEND files "${rsp}")
    endif()
    _callsight_language(language "${target}" "${source}")
    string(APPEND records "source\t${source}\t${rsp}\t${language}\n")
  endforeach()
  foreach(source IN LISTS read)
    _callsight_language(language "${target}" "${source}")
    string(APPEND records "source\t${source}\t\t${language}\n")
  endforeach()
  set(${records_out} "${records}" PARENT_SCOPE)
  set(${files_out} "${files}" PARENT_SCOPE)
endfunction()

# _callsight_read_records(<out> <target>): the part of a target of which a plan writes nothing. Made
# once: it stands in the plan of each other target that has generated sources.
function(_callsight_read_records out target)
  get_property(is_known TARGET "${target}" PROPERTY CALLSIGHT_READ_RECORDS SET)
  if(NOT is_known)
    _callsight_property(existing "${target}" CALLSIGHT_EXISTING)
    _callsight_records("${target}" "" "" "${existing}" records files)
    set_property(TARGET "${target}" PROPERTY CALLSIGHT_READ_RECORDS "${records}")
  endif()
  _callsight_property(records "${target}" CALLSIGHT_READ_RECORDS)
  set(${out} "${records}" PARENT_SCOPE)
endfunction()

# _callsight_selection_file(<out> <target>): the file that says what is selected of the target.
function(_callsight_selection_file out target)
  set(${out} "${CMAKE_BINARY_DIR}/_callsight/targets/${target}/selection" PARENT_SCOPE)
endfunction()

# The list of these files. They exist from now on: with Makefiles no rule makes them. Reports wait
# for all of them.
function(_callsight_write_index)
  set(index "callsight-selections\t2\n")
  foreach(target IN LISTS ARGN)
    _callsight_selection_file(selection "${target}")
    set_property(GLOBAL APPEND PROPERTY CALLSIGHT_SELECTIONS "${selection}")
    _callsight_write_if_absent("${selection}" "callsight-selection\t2\ntarget\t${target}\n")
    string(APPEND index "target\t${target}\t${selection}\n")
  endforeach()
  _callsight_write_if_different("${CMAKE_BINARY_DIR}/_callsight/selection" "${index}")
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
    _callsight_write_default("${rsp}")
    set(is_here "$<STREQUAL:$<TARGET_PROPERTY:CALLSIGHT_DIR>,${target}>")
    set(options "$<${is_here}:@${rsp}>")
    _callsight_can_read(can_read "${target}" "${source}")
    if(can_read)
      list(APPEND options "$<${is_here}:-imacros${rsp}>")
    else()
      set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY OBJECT_DEPENDS
        "${rsp}")
    endif()
    set_property(SOURCE "${source}" TARGET_DIRECTORY "${target}" APPEND PROPERTY COMPILE_OPTIONS
      ${options})
  endforeach()
endfunction()

# _callsight_can_read(<out> <target> <source>): whether the dependency of the object on its
# response file is made by the compiler. OBJECT_DEPENDS is per source: the objects of every target
# that has the source would be compiled again when the options for one target change. So a shared
# source reads the file as if it held macros, and finds none. Not with a precompiled header: gcc
# does not use it after any other file. Not where characters of the path begin a literal.
function(_callsight_can_read out target source)
  set(${out} FALSE PARENT_SCOPE)
  _callsight_is_shared(is_shared "${target}" "${source}")
  if(NOT is_shared)
    return()
  endif()
  _callsight_property(headers "${target}" PRECOMPILE_HEADERS)
  _callsight_property(reused "${target}" PRECOMPILE_HEADERS_REUSE_FROM)
  _callsight_is_generated(is_generated "${target}" "${source}")
  if(NOT is_generated AND headers STREQUAL "" AND reused STREQUAL ""
      AND NOT CMAKE_BINARY_DIR MATCHES "[\"'\\@`]")
    set(${out} TRUE PARENT_SCOPE)
    # Makefiles of a project that lets CMake look for #include lines.
    if(DEFINED CMAKE_DEPENDS_USE_COMPILER AND NOT CMAKE_DEPENDS_USE_COMPILER)
      set(${out} FALSE PARENT_SCOPE)
    endif()
  endif()
endfunction()

# A unity target stays one: options of a source would take the source out of the batches, so the
# target has the option. The batches are sources that CMake makes when it generates; those of the
# default mode have numbers, at most one a source, those of the mode GROUP the group's name.
function(_callsight_unity_options target)
  _callsight_rsp(rsp "${target}" unity)
  _callsight_write_default("${rsp}")
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
  if(CALLSIGHT_LINK_STEP)
    message(STATUS "CallSight: ${target} is a unity target: its functions are selected after linking")
  else()
    message(STATUS "CallSight: ${target} is a unity target: its batches have one selection of files")
  endif()
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

# A response file exists from now on: until the step has run everything has hooks.
function(_callsight_write_default rsp)
  _callsight_write_if_absent("${rsp}" "-finstrument-functions\n")
endfunction()

function(_callsight_write_if_absent path content)
  if(NOT EXISTS "${path}")
    file(WRITE "${path}" "${content}")
    set_property(GLOBAL PROPERTY CALLSIGHT_WROTE_DEFAULT TRUE)
  endif()
endfunction()

# _callsight_write_plan(<path> <content>): a plan; when somebody deletes it CMake runs again.
function(_callsight_write_plan path content)
  _callsight_write_if_different("${path}" "${content}")
  set_property(DIRECTORY "${CMAKE_SOURCE_DIR}" APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
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
