build()
expect_traced(app main=1 helper=1 twice=1)
expect_compiled()
