set(CALLSIGHT_CLI /nonexistent/callsight)
find_package(CallSight REQUIRED)
add_executable(app main.c)
callsight_instrument(app)
