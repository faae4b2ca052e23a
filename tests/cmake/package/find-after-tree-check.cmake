expect_text("${configure_output}" "CallSight: ${ROOT}/cmake is in use already, so not ${PREFIX}/lib")
build()
expect_traced(app main=1)
