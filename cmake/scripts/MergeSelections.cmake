# SPDX-License-Identifier: MIT
# Puts the parts of the selection that single steps wrote into one file. Run after each step; steps
# run in parallel, so the last one sees all parts.
# -DSELECTION=<file>: the file to write; the parts lie in select/ beside it.
cmake_minimum_required(VERSION 3.22...3.31)

get_filename_component(dir "${SELECTION}" DIRECTORY)
file(LOCK "${dir}/select/merge.lock" GUARD PROCESS TIMEOUT 60)
file(GLOB parts "${dir}/select/sources.part" "${dir}/select/generated/*.part")
set(merged "callsight-selection\t1\n")
foreach(part IN LISTS parts)
  file(READ "${part}" text)
  # Without the first line. Not by a regular expression: "^" would match after each replacement.
  string(FIND "${text}" "\n" end)
  math(EXPR end "${end} + 1")
  string(SUBSTRING "${text}" ${end} -1 text)
  string(APPEND merged "${text}")
endforeach()
set(old "")
if(EXISTS "${SELECTION}")
  file(READ "${SELECTION}" old)
endif()
if(NOT old STREQUAL merged)
  file(WRITE "${SELECTION}.new" "${merged}")
  file(RENAME "${SELECTION}.new" "${SELECTION}")
endif()
