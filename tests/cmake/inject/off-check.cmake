build()
expect_hooks(NO main.c.o part.c.o)
expect_no_file(_callsight)
