# Not instrumented: the header and weak references, nothing else.
add_library(part STATIC part.c)
target_link_libraries(part PUBLIC CallSight::api)
add_executable(app main.c)
target_link_libraries(app PRIVATE part)
callsight_instrument(app)
