# A project of C++ alone.
add_executable(app main.cpp part.cpp)
target_link_libraries(app PRIVATE CallSight::api)
callsight_instrument(app)
