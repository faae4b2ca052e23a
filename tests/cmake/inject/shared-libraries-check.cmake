build()
expect_hooks(main.c.o part.c.o NO fetched.c.o)
expect_traced(app main=1 part=1)
expect_compiled()
