build()
expect_hooks(main.c.o NO part.c.o)
expect_traced(app main=1 "in main=1" "in part=1")
