set_source_files_properties(main.cpp PROPERTIES COMPILE_OPTIONS -Wall)
add_executable(app main.cpp)
callsight_instrument(app)
