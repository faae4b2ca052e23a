build()
expect_hooks(app.dir/linked/app.c.o core.dir/core.c.o parts.dir/part.c.o leaf.dir/leaf.c.o shared.dir/shared.c.o
  NO fetched.dir/fetched.c.o other.dir/linked/other.c.o plugin.dir/plug.c.o)
# The libraries without a trace.config have that of the program, the shared one its own.
expect_traced(app main=1 core=1 leaf=1 part=1 shared=1)
expect_traced(other core=1 leaf=1 part=1 shared=1)
# One that is given a config of its own later is compiled again, and nothing else.
edit(linked/core/trace.config "exclude-func part\n")
configure()
expect_traced(app main=1 core=1 leaf=1 part=1 shared=1)
build()
expect_traced(app main=1 core=1 leaf=1 leaf_out=2 shared=1)
