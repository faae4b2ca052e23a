# Which libraries a program links, only generating can tell: it waits for the selection of all of
# them, but not for a source that it makes itself.
foreach(name IN ITEMS part other)
  if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${name}.config")
    file(WRITE "${CMAKE_CURRENT_SOURCE_DIR}/${name}.config" "")
  endif()
endforeach()
add_library(part STATIC three.c)
add_library(names INTERFACE)
set_property(TARGET names PROPERTY LIBRARIES_OF_MINE part)
add_executable(app one.c two.c)
target_link_libraries(app PRIVATE $<TARGET_PROPERTY:names,LIBRARIES_OF_MINE>)
add_custom_command(OUTPUT made.c
  COMMAND app
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/two.c made.c
  DEPENDS app)
add_executable(other one.c made.c three.c)
callsight_instrument(part CONFIG part.config)
callsight_instrument(other CONFIG other.config)
