# Sources that are not known by their extension: one without (CMP0115 OLD), one with a language.
configure_file(helper.c ${CMAKE_CURRENT_SOURCE_DIR}/helper.template COPYONLY)
set_source_files_properties(helper.template PROPERTIES LANGUAGE C COMPILE_OPTIONS -xc)
add_executable(app main.c plug helper.template)
callsight_instrument(app)
