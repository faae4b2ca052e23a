build(callsight-report)
file(READ "${build_dir}/called" called)
expect_text("${called}" "^select\nlink\nrun\nanalyze\n$")
