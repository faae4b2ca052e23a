# SPDX-License-Identifier: MIT
# libuv: a test runner that forks and executes itself, a thread pool, an event loop.
set(options -DBUILD_TESTING=ON)
set(targets uv_run_tests_a)

# One word: the runner starts the test as a child. Two words: the test in the process itself.
set(runs loop_handles fs_file_sync threadpool queue_foreach_delete ping_pong spawn)
set(run_loop_handles uv_run_tests_a loop_handles loop_handles)
set(run_fs_file_sync uv_run_tests_a fs_file_sync fs_file_sync)
set(run_threadpool uv_run_tests_a threadpool_queue_work_simple threadpool_queue_work_simple)
set(run_queue_foreach_delete uv_run_tests_a queue_foreach_delete queue_foreach_delete)
set(run_ping_pong uv_run_tests_a tcp_ping_pong)
set(run_spawn uv_run_tests_a spawn_stdout)
set(environment UV_RUN_AS_ROOT=1)

set(counted_run ping_pong)
set(counted_functions
  stream.c:uv__write stream.c:uv_write2 stream.c:uv__check_before_write stream.c:uv__writev
  test-ping-pong.c:pinger_read_cb)
set(varying_functions "")
# How often the loop turns depends on the scheduler where two processes or threads talk.
set(varying_ping_pong "*")
set(varying_threadpool "*")
set(varying_spawn "*")
