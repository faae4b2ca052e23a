# SPDX-License-Identifier: MIT
# What find_package(CallSight) answers in a build that fetched it with OVERRIDE_FIND_PACKAGE: the commands and targets
# are those of the subproject. The root CMakeLists.txt copies this file to where CMake 3.24 and newer includes it.
foreach(_callsight_component IN ITEMS Runtime Analyzer Stream)
  set(CallSight_${_callsight_component}_FOUND TRUE)
endforeach()
foreach(_callsight_component IN LISTS CallSight_FIND_COMPONENTS)
  if(CallSight_FIND_REQUIRED_${_callsight_component} AND NOT CallSight_${_callsight_component}_FOUND)
    set(CallSight_FOUND FALSE)
    string(APPEND CallSight_NOT_FOUND_MESSAGE "CallSight has no component '${_callsight_component}'; "
      "its components are Runtime, Analyzer and Stream. ")
  endif()
endforeach()
