build()
expect_traced(app main=1 "in main=1" "in part=1")
expect_traced(fixed "in main=1" "in part=1")
