# Functions of libstdc++ that are inlined everywhere: clang's hooks ask for their addresses.
foreach(standard IN ITEMS 11 17 20)
  add_executable(strings${standard} strings.cpp)
  set_property(TARGET strings${standard} PROPERTY CXX_STANDARD ${standard})
  callsight_instrument(strings${standard})
endforeach()
