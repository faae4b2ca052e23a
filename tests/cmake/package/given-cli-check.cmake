build(callsight-report)
file(READ "${build_dir}/called" called)
expect_text("${called}" "^select\nrun\nanalyze\n$")
