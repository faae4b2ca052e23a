build(OUTPUT output ERROR error)
# The function named is in the generated source only.
if(NOT GENERATOR MATCHES "Makefiles" AND "${output}${error}" MATCHES "warning")
  fail("a warning, expected none")
endif()
expect_hooks(made.c.o NO main.c.o)
if(GENERATOR MATCHES "Makefiles")
  # The limit: everything in it has hooks.
  expect_text("${configure_output}" "app has generated sources; with Makefiles, outside the top-level")
  expect_traced(app helper=1 twice=1)
else()
  expect_traced(app helper=1)
endif()
expect_compiled()
