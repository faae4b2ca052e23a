# start(<command>): in the background, in the build folder; the socket is there afterwards. Ends with the test.
function(start command)
  file(REMOVE "${build_dir}/socket")
  run(sh -c "{ timeout 60 ${command}; echo status $? >&2; } >serve.log 2>&1 </dev/null &" IN "${build_dir}")
  run(sh -c "for i in $(seq 600); do [ -S socket ] && exit; sleep 0.05; done; cat serve.log; exit 1" IN "${build_dir}")
endfunction()

# finish(): it has ended by itself, with status 0.
function(finish)
  run(sh -c "for i in $(seq 600); do grep -q ^status serve.log && break; sleep 0.05; done; grep -qx 'status 0' serve.log"
    IN "${build_dir}")
endfunction()

set(multi "")
if(GENERATOR MATCHES "Multi")
  set(multi /Debug)
endif()
set(capture "${build_dir}/_callsight/captures/sent${multi}")

# Nobody listens: the program is not run.
build(sent OUTPUT output ERROR error RESULT result)
set(words "${output}${error}")
flatten(words)
if(result EQUAL 0)
  fail("the build went on without a server")
endif()
expect_text("${words}" "callsight_add_capture\\(sent\\): [^ ]*app was not sent to unix:socket")
expect_text("${words}" "nobody listens at unix:socket")
expect_no_file(runs.txt)

# To a server somewhere; the product is the stamp.
start("'${CLI}' serve --listen unix:socket --dir elsewhere --once")
build(sent)
finish()
if(NOT EXISTS "${capture}/stamp")
  fail("no stamp")
endif()
file(GLOB files "${capture}/traces/*")
if(files)
  fail("files here: ${files}")
endif()
run("${CLI}" analyze elsewhere/local --format json IN "${build_dir}" OUTPUT json)
string(JSON rows LENGTH "${json}" rows)
if(NOT rows EQUAL 3)
  fail("${rows} functions were received, expected main, count and work")
endif()
file(READ "${capture}/output.log" log)
if(NOT log MATCHES "TRACE_SHM=(/callsight-run-[0-9-]+)\n")
  fail("no ring of its own: ${log}")
endif()
if(EXISTS "/dev/shm${CMAKE_MATCH_1}")
  fail("/dev/shm${CMAKE_MATCH_1} is still there")
endif()
build(sent) # nothing changed: no server is needed

# callsight-report says where it is; the other capture is here.
build(callsight-report OUTPUT output)
expect_text("${output}" "sent: sent to unix:socket\n")
expect_text("${output}" "work")
if(output MATCHES "received in")
  fail("something was received: ${output}")
endif()

# callsight-serve receives into the build folder, and callsight-report shows it.
edit(trace.config "include main.c\n# again\n")
configure(ERROR warning)
start("'${CMAKE_COMMAND}' --build . --target callsight-serve")
build(sent ERROR warning)
finish()
build(callsight-report OUTPUT output)
expect_text("${output}" "received in [^\n]*/_callsight/received:\n.*program +[^\n]*app\n.*\nwork +1 ")

# The client for the device, here this machine. It has neither hooks nor the runtime.
build(board-client)
find_built(client board-client)
run("${client}" --version OUTPUT version)
expect_text("${version}" "^callsight-stream [0-9]")
run(nm "${client}" OUTPUT symbols)
if(symbols MATCHES "csr_|__cyg_profile")
  fail("the client has hooks or the runtime")
endif()
