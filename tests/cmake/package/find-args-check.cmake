build()
expect_traced(app main=1)
