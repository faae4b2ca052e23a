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
# Each of its tests has five seconds otherwise.
set(environment UV_RUN_AS_ROOT=1 UV_TEST_TIMEOUT_MULTIPLIER=100)

set(forking_runs ping_pong spawn)
# The echo server of ping_pong is ended by a signal, what executes another program is replaced.
set(words_ping_pong "process [0-9]+ has not ended or was killed")
set(words_spawn "process [0-9]+ has not ended or was killed")

set(counted_run ping_pong)
set(counted_functions
  test-ping-pong.c:pinger_read_cb test-ping-pong.c:pinger_write_ping
  test-ping-pong.c:pinger_after_write test-ping-pong.c:ponger_read_cb
  runner-unix.c:process_wait)
set(varying_functions "")
# The coverage counters of a process that is ended by a signal or replaced by exec are lost.
set(varying_ping_pong "*")
set(varying_spawn "*")
# How often a worker finds nothing to do depends on the scheduler.
set(varying_threadpool "*")
# A timer of 100 ms that repeats: once, unless the machine does something else for that long.
set(varying_loop_handles
  heap-inl.h:heap_insert heap-inl.h:heap_min heap-inl.h:heap_remove test-loop-handles.c:timer_cb
  timer.c:timer_heap timer.c:uv_timer_again timer.c:uv_timer_start timer.c:uv_timer_stop)
