# The project's own package installs as before and does not mention CallSight.
add_library(helper STATIC helper.c)
add_library(objects OBJECT plug.c)
callsight_instrument(helper objects)
install(TARGETS helper objects EXPORT user ARCHIVE DESTINATION lib OBJECTS DESTINATION lib)
install(EXPORT user DESTINATION lib/cmake/user)
