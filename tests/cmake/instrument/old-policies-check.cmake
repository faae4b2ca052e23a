build()
expect_traced(app helper=1 twice=1)
