# Nothing is declared: one run of each executable.
build(callsight-report OUTPUT output)
expect_text("${output}" "main")
expect_text("${output}" "part")
