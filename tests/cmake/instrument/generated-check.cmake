build()
expect_hooks(gen.dir/helper_gen.c.o app.dir/plug_gen.c.o app.dir/main.c.o)
expect_traced(app main=1 helper=1 twice=1)
expect_compiled()
