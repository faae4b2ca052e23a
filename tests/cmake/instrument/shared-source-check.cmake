build()
expect_hooks(traced.dir/main.c.o traced.dir/helper.c.o NO plain.dir/main.c.o plain.dir/helper.c.o)
