build(callsight-report)
expect_hooks(in-a/CMakeFiles/a.dir${source_dir}/main.c.o in-b/CMakeFiles/b.dir${source_dir}/main.c.o)
