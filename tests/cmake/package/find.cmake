find_package(CallSight 0.1 REQUIRED COMPONENTS Runtime Analyzer)
add_executable(app main.c)
callsight_instrument(app)
# Headers of the layouts and of the API, and the command, as targets.
target_link_libraries(app PRIVATE CallSight::format CallSight::api)
add_custom_target(version COMMAND CallSight::cli --version)
