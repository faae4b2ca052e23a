build()
expect_traced(app part=1 "in main=1" "in part=1")
