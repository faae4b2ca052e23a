# SPDX-License-Identifier: MIT
# LevelDB: C++, most hooks in header code. Its own tests need folders that the package does not
# have, so a program of ours works on a database (leveldb/fill.cpp) and leveldbutil prints another.
set(project leveldb)
set(options -DLEVELDB_BUILD_TESTS=OFF -DLEVELDB_BUILD_BENCHMARKS=OFF)
set(targets fill leveldbutil)

set(runs fill dump)
set(run_fill fill database 1500)
set(run_dump leveldb/leveldbutil dump database/000003.log)

set(counted_run fill)
set(counted_functions
  memtable.cc:leveldb::MemTable::Add db_impl.cc:leveldb::DBImpl::Get
  db_impl.cc:leveldb::DBImpl::Write write_batch.cc:leveldb::WriteBatch::Put
  write_batch.cc:leveldb::WriteBatchInternal::InsertInto)
# Compaction runs in a thread of its own: its share of the work depends on the scheduler.
# A defaulted constructor: clang calls it, gcc does not.
set(varying_functions env.h:leveldb::WritableFile::WritableFile)
set(varying_fill "*")

# The database that leveldbutil prints is made by the untraced build.
function(package_set_up run source folder)
  if(run STREQUAL "dump")
    execute_process(COMMAND ${folder}/../../../plain/fill database 100 WORKING_DIRECTORY ${folder}
      OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()
