build()
expect_hooks(helper.dir/helper.c.o NO app.dir/main.c.o)
expect_traced(app helper=1 twice=1)
expect_traced(linked helper=1 twice=1)
