# SPDX-License-Identifier: MIT
# Writes the man pages and the completion scripts that the command makes of its own options.
#
#   cmake -DCLI=<callsight> -DTO=<folder> -DCOMMANDS=<name>,... -P WriteHelp.cmake
#
# <folder>/man1/callsight[-<name>].1, <folder>/bash/callsight, <folder>/zsh/_callsight, <folder>/fish/callsight.fish
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
