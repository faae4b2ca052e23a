# Assembler and Fortran among the sources: they are compiled as before.
add_executable(app main.c ${CMAKE_CURRENT_SOURCE_DIR}/helper.c triple.s threefold.f90)
target_compile_definitions(app PRIVATE "$<$<COMPILE_LANGUAGE:C>:NOTHING>")
callsight_instrument(app CONFIG languages.config)
# Linked by the Fortran compiler, and by the C compiler.
add_executable(linked_by_c main.c helper.c triple.s)
callsight_instrument(linked_by_c CONFIG languages.config)
