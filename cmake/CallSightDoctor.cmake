# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightDoctor
---------------

The target ``callsight-doctor``: ``callsight doctor`` with the compilers, Universal Ctags, ``trace.config``
files, capture folder and programs of this build. Private.

It builds nothing: it is to say why a build fails. The programs are named in a file that CMake generates, so
that the target does not depend on them.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_doctor_target(<instrumented> <hooked>): both are lists of targets.
function(_callsight_doctor_target instrumented hooked)
  _callsight_cli(cli)
  set(words --dir "${CMAKE_BINARY_DIR}/_callsight/captures")
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language IN ITEMS C CXX)
    if(language IN_LIST languages)
      _callsight_doctor_compiler(compiler ${language})
      list(APPEND words --cc "${compiler}")
    endif()
  endforeach()
  if(instrumented)
    _callsight_ctags(ctags)
    list(APPEND words "--ctags=${ctags}" --build "${CMAKE_BINARY_DIR}") # empty: there is none
    _callsight_doctor_programs(file ${hooked})
    list(APPEND words --program "@${file}")
  endif()
  add_custom_target(callsight-doctor COMMAND "$<TARGET_FILE:${cli}>" doctor ${words}
    COMMENT "What stands in the way of a trace" VERBATIM USES_TERMINAL)
endfunction()

# _callsight_doctor_compiler(<out> <language>): the compiler, with those of its options that decide for which
# machine it compiles and what it links with.
function(_callsight_doctor_compiler out language)
  set(words "")
  if(CMAKE_${language}_COMPILER_TARGET)
    list(APPEND words "--target=${CMAKE_${language}_COMPILER_TARGET}")
  endif()
  if(CMAKE_${language}_COMPILER_EXTERNAL_TOOLCHAIN)
    list(APPEND words "--gcc-toolchain=${CMAKE_${language}_COMPILER_EXTERNAL_TOOLCHAIN}")
  endif()
  if(CMAKE_SYSROOT)
    list(APPEND words "--sysroot=${CMAKE_SYSROOT}")
  endif()
  separate_arguments(flags UNIX_COMMAND
    "${CMAKE_${language}_COMPILER_ARG1} ${CMAKE_${language}_FLAGS} ${CMAKE_EXE_LINKER_FLAGS}")
  list(FILTER flags INCLUDE REGEX "^(-m[a-z0-9]|-fuse-ld=|-B.|--target=|--sysroot=|--gcc-toolchain=)")
  list(REMOVE_ITEM flags "" -mllvm) # has a word behind it
  list(APPEND words ${flags})
  list(REMOVE_DUPLICATES words)
  list(TRANSFORM words PREPEND "\"")
  list(TRANSFORM words APPEND "\"")
  list(JOIN words " " words)
  string(STRIP "\"${CMAKE_${language}_COMPILER}\" ${words}" words)
  set(${out} "${words}" PARENT_SCOPE)
endfunction()

# _callsight_doctor_programs(<out> <target>...): the file that names what these targets link, one path a line.
function(_callsight_doctor_programs out)
  get_property(is_multi GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(file "${CMAKE_BINARY_DIR}/_callsight/programs")
  if(is_multi)
    string(APPEND file "-$<CONFIG>")
  endif()
  set(lines "")
  foreach(target IN LISTS ARGN)
    get_target_property(type "${target}" TYPE)
    if(type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
      string(APPEND lines "$<TARGET_FILE:${target}>\n")
    endif()
  endforeach()
  file(GENERATE OUTPUT "${file}" CONTENT "${lines}")
  set(${out} "${file}" PARENT_SCOPE)
endfunction()
