build()
expect_hooks(app.dir/main.c.o app.dir/helper.c.o NO other.dir/main.c.o other.dir/helper.c.o)
expect_traced(app main=1 helper=1)
expect_compiled()
