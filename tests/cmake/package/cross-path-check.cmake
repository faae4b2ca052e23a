expect_text("${configure_output}" "CallSight: cross-compiling, ${build_dir}/host/callsight of this machine is used")
build(callsight-report OUTPUT output)
expect_text("${output}" "main +1 ")
