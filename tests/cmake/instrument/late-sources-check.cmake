build()
expect_hooks(main.c.o helper.c.o)
