# The component Stream: the client for this machine, and its sources for others, also as a project of their own.
find_package(CallSight 0.1 REQUIRED COMPONENTS Runtime Analyzer Stream)
add_executable(app main.c)
callsight_instrument(app)
add_custom_target(version COMMAND CallSight::stream --version)
callsight_add_stream_client(device-client)
callsight_add_stream_client(safe-client TLS ssl crypto)
