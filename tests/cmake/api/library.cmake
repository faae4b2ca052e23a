# The library has no hooks: its scopes are heard all the same.
add_library(part STATIC part.c)
target_link_libraries(part PRIVATE CallSight::api)
add_executable(app main.c)
target_link_libraries(app PRIVATE part CallSight::api)
callsight_instrument(app)
