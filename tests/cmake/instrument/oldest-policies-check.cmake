build()
expect_traced(app helper=1 twice=1)
include("${CMAKE_CURRENT_LIST_DIR}/export-check.cmake")
expect_work()
