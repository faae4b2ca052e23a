build()
expect_traced(app main=1)
build(version OUTPUT output)
expect_text("${output}" "callsight [0-9]+\\.[0-9]+")
