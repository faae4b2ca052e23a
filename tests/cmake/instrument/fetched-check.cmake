build(fetched helper)
expect_hooks(helper.dir/helper.c.o NO fetched.dir/plug.c.o)
