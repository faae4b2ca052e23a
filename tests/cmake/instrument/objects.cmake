# Objects travel by expression, without link interface; the executable itself is not named.
add_library(helper OBJECT helper.c)
callsight_instrument(helper)
add_executable(app main.c $<TARGET_OBJECTS:helper>)
add_executable(linked main.c)
target_link_libraries(linked PRIVATE helper)
