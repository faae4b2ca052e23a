build(callsight-report)
file(READ "${build_dir}/called" called)
expect_text("${called}" "^--version\nselect\nlink\nrun\nanalyze\n$")
