build()
expect_hooks(app.dir/two.c.o part.dir/three.c.o NO app.dir/three.c.o part.dir/two.c.o)
expect_compiled()
