# Another program is instrumented, this one is not: what it says of itself is heard.
add_executable(app main.c part.c)
target_link_libraries(app PRIVATE CallSight::api)
add_executable(other main.c part.c)
target_link_libraries(other PRIVATE CallSight::api)
add_executable(silent ${CMAKE_BINARY_DIR}/silent.c)
file(WRITE ${CMAKE_BINARY_DIR}/silent.c "int main(void) { return 0; }\n")
callsight_instrument(other)
