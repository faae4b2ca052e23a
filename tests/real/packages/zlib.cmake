# SPDX-License-Identifier: MIT
# zlib: cmake_minimum_required 2.4, the same sources in a shared and in a static library.
set(options "")
set(targets example minigzip example64)
# The older of the two ways to inject.
set(inject_variable CMAKE_PROJECT_INCLUDE)

set(runs example compress decompress)
set(run_example example)
set(run_compress minigzip -9 data)
set(files_compress data.gz)
set(run_decompress minigzip -d data.gz)
set(files_decompress data)

set(counted_run compress)
set(counted_functions
  deflate.c:longest_match deflate.c:fill_window trees.c:pqdownheap crc32.c:crc32_z
  gzwrite.c:gz_comp)
set(varying_functions "")

# Debian leaves the Windows files out, but the build description names this one.
function(package_prepare source)
  file(MAKE_DIRECTORY ${source}/win32)
  file(TOUCH ${source}/win32/zlib1.rc)
endfunction()

function(package_set_up run source folder)
  if(NOT run MATCHES "compress")
    return()
  endif()
  configure_file(${source}/ChangeLog ${folder}/data COPYONLY)
  if(run STREQUAL "decompress")
    execute_process(COMMAND gzip -n data WORKING_DIRECTORY ${folder} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()
