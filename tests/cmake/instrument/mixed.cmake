add_executable(c_app main.c helper.c)
add_executable(cxx_app main.cpp)
callsight_instrument(c_app cxx_app)
