# SPDX-License-Identifier: MIT
# lz4: cmake_minimum_required 2.8.12, a build description two folders below its sources.
set(subfolder build/cmake)
# As the project's own makefiles have it, and Debian's package: what select reads there.
set(options -DCMAKE_C_FLAGS=-DXXH_NAMESPACE=LZ4_)
set(targets lz4cli)

set(runs compress best decompress generated)
set(run_compress lz4 -q -1 data data.lz4)
set(files_compress data.lz4)
set(run_best lz4 -q -12 -BD data data.lz4)
set(files_best data.lz4)
set(run_decompress lz4 -q -d data.lz4 copy)
set(files_decompress copy)
set(run_generated lz4 -q -9 -B4 data - -c)

set(counted_run best)
# Not those that are always inlined: gcc counts nothing in them.
set(counted_functions
  lz4.c:LZ4_NbCommonBytes lz4.c:LZ4_writeLE16 lz4hc.c:LZ4HC_hashPtr lz4frame.c:LZ4F_writeLE32
  xxhash.c:XXH32_round)
set(varying_functions "")

function(package_set_up run source folder)
  configure_file(${source}/NEWS ${folder}/data COPYONLY)
  if(run STREQUAL "decompress")
    execute_process(COMMAND ${folder}/../../../plain/lz4 -q data data.lz4 WORKING_DIRECTORY ${folder}
      COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()
