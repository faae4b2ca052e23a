# A program without hooks, and a project that forgot enable_testing().
add_executable(plain app.c)
callsight_add_regression_test(NAME perf.plain TARGET plain BASELINE perf/plain.json)
unset(CMAKE_TESTING_ENABLED)
# Who switches tests off knows it.
add_subdirectory(quiet)
