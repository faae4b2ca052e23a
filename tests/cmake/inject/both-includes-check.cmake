expect_text("${configure_output}" "seen: \\+inject")
build(part)
expect_hooks(part.c.o)
