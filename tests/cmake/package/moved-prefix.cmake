# The prefix can be moved: nothing in it names the place where it was installed.
file(COPY "${INSTALLED}/" DESTINATION "${CMAKE_CURRENT_BINARY_DIR}/moved")
find_package(CallSight REQUIRED NO_DEFAULT_PATH PATHS "${CMAKE_CURRENT_BINARY_DIR}/moved")
add_executable(app main.c)
callsight_instrument(app)
