# SPDX-License-Identifier: MIT
#[=======================================================================[.rst:
CallSightArguments
------------------

Strict arguments for the public commands. Private: a misspelt word is an error that names the
command, the target and the word, whether tracing is on or off.
#]=======================================================================]
include_guard(GLOBAL)
cmake_policy(VERSION 3.22...3.31)

# _callsight_reject_leftovers(<command> <target> <unparsed> <missing> <keyword>...): an error when
# words were left over by cmake_parse_arguments(), or when a keyword has no value.
function(_callsight_reject_leftovers command target unparsed missing)
  list(JOIN ARGN " " keywords)
  if(NOT "${unparsed}" STREQUAL "")
    list(JOIN unparsed " " words)
    message(FATAL_ERROR
      "${command}(${target}): unknown argument(s): ${words}. Keywords: ${keywords}.")
  endif()
  if(NOT "${missing}" STREQUAL "")
    list(JOIN missing " " words)
    message(FATAL_ERROR "${command}(${target}): no value after: ${words}")
  endif()
endfunction()

# _callsight_reject_misspelt(<command> <target> <words> <keyword>...): an error when a word in a
# list of values is one letter away from a keyword. Such a word was meant as the keyword: TIMEOT
# after ARGS would become an argument of the program.
function(_callsight_reject_misspelt command target words)
  foreach(word IN LISTS words)
    if(NOT word MATCHES "^[A-Z][A-Z_]+$")
      continue()
    endif()
    foreach(keyword IN LISTS ARGN)
      _callsight_is_near("${word}" "${keyword}" is_near)
      if(is_near)
        message(FATAL_ERROR
          "${command}(${target}): unknown keyword ${word}, did you mean ${keyword}? "
          "A value of that name is written $<1:${word}>.")
      endif()
    endforeach()
  endforeach()
endfunction()

# TRUE when one inserted, dropped, changed or swapped letter makes <a> of <b>.
function(_callsight_is_near a b out)
  set(${out} FALSE PARENT_SCOPE)
  string(LENGTH "${a}" a_length)
  string(LENGTH "${b}" b_length)
  math(EXPR difference "${a_length} - ${b_length}")
  if(a STREQUAL b OR difference GREATER 1 OR difference LESS -1)
    return()
  endif()
  # Cut the common beginning; one edit must make the rests equal.
  set(head 0)
  while(head LESS a_length AND head LESS b_length)
    string(SUBSTRING "${a}" ${head} 1 a_letter)
    string(SUBSTRING "${b}" ${head} 1 b_letter)
    if(NOT a_letter STREQUAL b_letter)
      break()
    endif()
    math(EXPR head "${head} + 1")
  endwhile()
  string(SUBSTRING "${a}" ${head} -1 a_rest)
  string(SUBSTRING "${b}" ${head} -1 b_rest)
  string(REGEX REPLACE "^.(.*)$" "\\1" a_short "${a_rest}")
  string(REGEX REPLACE "^.(.*)$" "\\1" b_short "${b_rest}")
  string(REGEX REPLACE "^(.)(.)(.*)$" "\\2\\1\\3" a_swapped "${a_rest}")
  if(a_short STREQUAL b_rest OR a_rest STREQUAL b_short OR a_short STREQUAL b_short
      OR a_swapped STREQUAL b_rest)
    set(${out} TRUE PARENT_SCOPE)
  endif()
endfunction()
