# An installed program starts, also from another place.
add_library(helper STATIC helper.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helper)
callsight_instrument(app helper CONFIG installed.config)
install(TARGETS app helper EXPORT user)
install(EXPORT user DESTINATION lib/cmake/user)
