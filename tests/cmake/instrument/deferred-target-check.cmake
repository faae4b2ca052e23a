build()
expect_hooks(app.dir/main.c.o other.dir/helper.c.o)
