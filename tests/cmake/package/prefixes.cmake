# From other places than where it was installed; the check looks at them one by one.
find_package(CallSight 0.1 REQUIRED COMPONENTS Runtime)
add_executable(app main.c)
target_link_libraries(app PRIVATE CallSight::format)
callsight_instrument(app)
