# SPDX-License-Identifier: MIT
# Targets that this build is sure to have: by what options and the system are by default, under their real names.
mkdir -p p/extra p/tests
cat >p/CMakeLists.txt <<'EOF'
project(parser C)
include(CTest)
option(WITH_TOOL "The tool" ON)
option(WITH_FUZZER "A fuzzer")
set(NAME parse-${PROJECT_NAME})
set(LIST a b)
if(BUILD_SHARED_LIBS)
  ADD_LIBRARY("${PROJECT_NAME}" SHARED parser.c)
else()
  add_library("${PROJECT_NAME}" STATIC parser.c)
endif()
if(WITH_TOOL)
  add_executable("${NAME}" tool.c) # "quoted" (and more
  if(WIN32)
    add_executable(console console.c)
  elseif(NOT WITH_FUZZER)
    add_executable(terminal terminal.c)
  else()
    add_executable(other other.c)
  endif()
endif()
if(HAVE_OFF64_T)
  add_executable(big big.c)
  set(NAME big)
endif()
add_executable(${NAME} unknown.c)
add_executable(${LIST} unknown.c)
foreach(name ${TESTS})
  add_executable(${name} ${name}.c)
endforeach()
function(add_demo)
  add_executable(demo demo.c)
endfunction()
if(WITH_FUZZER)
  add_subdirectory(extra)
endif()
if(BUILD_TESTING)
  add_subdirectory(tests)
endif()
add_executable(last last.c)
EOF
echo 'add_executable(fuzzer fuzzer.c)' >p/extra/CMakeLists.txt
printf 'set(NAME inner)\nadd_executable(${NAME}_test t.c)\n' >p/tests/CMakeLists.txt
callsight init p | grep callsight_instrument
echo '-- libraries, where no program is sure'
printf 'add_library(part part.c)\nif(ADD_TOOLS)\n  add_executable(tool tool.c)\nendif()\n' >p/CMakeLists.txt
callsight init p | grep callsight_instrument
echo '-- what may be, where nothing is sure'
printf 'if(ADD_TOOLS)\n  add_library(part part.c)\n  add_executable(tool tool.c)\nendif()\n' >p/CMakeLists.txt
callsight init p | grep callsight_instrument
echo '-- text that ends early'
for text in 'add_executable(app' 'add_executable("app' 'if(' 'endif()endif()add_executable(app a.c)' 'add_executable()' \
  'else() add_executable(${ x.c)' 'set( "' 'option(A' 'add_executable(${A} x.c'; do
  printf '%s' "$text" >p/CMakeLists.txt
  callsight init p | grep callsight_instrument
done
