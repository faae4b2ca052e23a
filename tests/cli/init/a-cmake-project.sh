# SPDX-License-Identifier: MIT
# What is not there is written, the targets of the project are named; a second time nothing changes.
mkdir -p p/lib
printf 'project(p)\n# add_executable(old old.c)\nadd_subdirectory(lib)\nadd_executable (app main.c)\nadd_executable(other ALIAS app)\nadd_executable(tool\n  tool.c)\nadd_executable("${test}" x.c)\nadd_executable(${PROJECT_NAME} y.c)\n' >p/CMakeLists.txt
echo 'add_library(part part.c)' >p/lib/CMakeLists.txt
callsight init p
ls p
cat p/trace.config
grep -c instrument p/CMakePresets.json
echo '-- again'
cksum p/* 2>/dev/null >before
callsight init p
cksum p/* 2>/dev/null | diff before -
echo '-- with the lines'
echo 'callsight_instrument(app)' >>p/CMakeLists.txt
callsight init p | sed -n '/^CMakeLists/,$p'
