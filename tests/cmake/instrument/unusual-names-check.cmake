build()
expect_hooks(main.c.o plug.c.o helper.template.o)
expect_traced(app main=1 helper=1 twice=1)
expect_compiled()
