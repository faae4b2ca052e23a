# SPDX-License-Identifier: MIT
# Writes the man pages and the completion scripts that the command makes of its own options.
#
#   cmake -DCLI=<callsight> -DSTREAM=<callsight-stream> -DTO=<folder> -DCOMMANDS=<name>,... -P WriteHelp.cmake
#
# <folder>/man1/callsight[-<name>].1, <folder>/stream/callsight-stream.1, <folder>/bash/callsight, <folder>/zsh/_callsight, <folder>/fish/callsight.fish
cmake_minimum_required(VERSION 3.22...3.31)

function(write file)
  get_filename_component(folder "${TO}/${file}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${CLI}" help ${ARGN} OUTPUT_FILE "${TO}/${file}" RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "'${CLI} help ${ARGN}' failed (${status})")
  endif()
endfunction()

string(REPLACE "," ";" COMMANDS "${COMMANDS}")
write(man1/callsight.1 --man)
foreach(command IN LISTS COMMANDS)
  write(man1/callsight-${command}.1 --man ${command})
endforeach()
write(bash/callsight --completion bash)
write(zsh/_callsight --completion zsh)
write(fish/callsight.fish --completion fish)

# The client has no generator: it is small. Its --help is a usage line, a paragraph, and a line an option.
execute_process(COMMAND "${STREAM}" --help OUTPUT_VARIABLE text RESULT_VARIABLE status)
execute_process(COMMAND "${STREAM}" --version OUTPUT_VARIABLE version)
string(REGEX MATCH "^Usage: callsight-stream ([^\n]*)\n\n([^\n]*)\n\nOptions:\n(.*)$" matched "${text}")
if(NOT status EQUAL 0 OR NOT matched)
  message(FATAL_ERROR "'${STREAM} --help' is not as expected (${status})")
endif()
set(usage "${CMAKE_MATCH_1}")
set(summary "${CMAKE_MATCH_2}")
string(REGEX REPLACE "\n? +(--[a-z-]+( <[^>]*>[|a-z]*)?) +([^\n]*)" ".TP\n.B \\1\n\\3\n" options "${CMAKE_MATCH_3}")
string(STRIP "${version}" version)
string(CONCAT page ".TH CALLSIGHT-STREAM 1 \"\" \"${version}\"\n.SH NAME\ncallsight-stream - sends traces of a device away\n"
  ".SH SYNOPSIS\n.B callsight-stream\n${usage}\n.SH DESCRIPTION\n${summary}\n.SH OPTIONS\n${options}"
  ".SH EXIT STATUS\n0 the server has everything; 1 stopped, and something is left for the next client; 2 wrong command\n"
  "line; 3 ring or server do not allow it.\n.SH SEE ALSO\n.BR callsight-serve (1)\n")
string(REPLACE "-" "\\-" page "${page}")
file(WRITE "${TO}/stream/callsight-stream.1" "${page}")
