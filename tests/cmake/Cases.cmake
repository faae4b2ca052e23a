# SPDX-License-Identifier: MIT
# Which cases there are. Every topic has one that runs in every combination, or in one of each kind.
cmake_test(instrument enabled ALL)
cmake_test(instrument with-linked)
cmake_test(instrument late-sources deferred-target shared-source objects plugin shared
  static-into-shared lto as-needed export unity precompiled-header
  generated expressions fetched toggled checks installed ifunc sanitizers commands)
cmake_test(instrument difficult-paths launchers one-object GENERATORS Ninja "Unix Makefiles")
cmake_test(instrument lto-clang unity-clang sanitizers-clang precompiled-header-clang commands-clang
  OPTIONS -DCMAKE_C_COMPILER=clang)
cmake_test(instrument configurations GENERATORS "Ninja Multi-Config")
cmake_test(instrument languages OPTIONS "-DLANGUAGES=C ASM Fortran")
cmake_test(instrument generated-below named-below GENERATORS Ninja "Unix Makefiles")
cmake_test(instrument old-policies unusual-names OPTIONS -DMINIMUM=3.10)
cmake_test(instrument oldest-policies OPTIONS -DMINIMUM=2.8.5 -Wno-deprecated -Werror=dev)
set(flags "-finstrument-functions -Werror --coverage -fsanitize=address -include stdint.h -g3")
cmake_test(instrument hostile-flags OPTIONS -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS=${flags}")
cmake_test(instrument global-flags)
cmake_test(instrument global-flags-clang OPTIONS -DCMAKE_C_COMPILER=clang)
cmake_test(instrument cxx-only OPTIONS -DLANGUAGES=CXX)
cmake_test(instrument cxx-only-clang OPTIONS -DLANGUAGES=CXX -DCMAKE_CXX_COMPILER=clang++
  -DCMAKE_CXX_EXTENSIONS=OFF -DCMAKE_CXX_STANDARD=17)
cmake_test(instrument strings OPTIONS -DLANGUAGES=CXX -DCMAKE_CXX_COMPILER=clang++)
cmake_test(instrument mixed OPTIONS "-DLANGUAGES=C CXX")
cmake_test(instrument clang OPTIONS -DCMAKE_C_COMPILER=clang)
cmake_test(instrument no-target no-value missing-config two-configs imported interface
  unknown-keyword misspelt-keyword)
cmake_test(instrument off unknown-keyword-off misspelt-keyword-off
  OPTIONS -DCALLSIGHT_INSTRUMENT=OFF)

cmake_test(api library ALL)
cmake_test(api program shared shared-alone interface FLAVOURS source installed)
cmake_test(api optimised)
cmake_test(api cxx OPTIONS -DLANGUAGES=CXX)
cmake_test(api off FLAVOURS source installed OPTIONS -DCALLSIGHT_INSTRUMENT=OFF)

cmake_test(selection exclude-func ALL)
set(every_generator GENERATORS Ninja "Unix Makefiles" "Ninja Multi-Config")
cmake_test(selection edits links ${every_generator})
cmake_test(selection links-clang OPTIONS -DCMAKE_C_COMPILER=clang)
cmake_test(selection functions ${every_generator})
cmake_test(selection cached ${every_generator})
cmake_test(selection cached-none OPTIONS -DCHECK=none)
cmake_test(selection cached-content OPTIONS -DCHECK=content)
cmake_test(selection functions-clang cached-clang names-clang OPTIONS -DCMAKE_C_COMPILER=clang)
cmake_test(selection kinds-clang
  OPTIONS -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
cmake_test(selection unsure GENERATORS Ninja "Unix Makefiles")
cmake_test(selection names kinds own-ctags targets appears no-match no-ctags)
cmake_test(selection called-from-generated GENERATORS Ninja "Unix Makefiles")
cmake_test(selection system-headers FLAVOURS installed OPTIONS -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
  "-DCMAKE_TOOLCHAIN_FILE=@ROOT@/examples/cross/aarch64.cmake")
cmake_test(selection merged OPTIONS -DCMAKE_C_COMPILER=clang)

cmake_test(config unknown-directive bad-depth bad-number big-number no-word open-quote
  list-syntax counter accepted)

set(top_level_include -DCMAKE_PROJECT_TOP_LEVEL_INCLUDES=@MODULES@/CallSightInject.cmake)
set(project_include -DCMAKE_PROJECT_INCLUDE=@MODULES@/CallSightInject.cmake)
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
  cmake_test(inject top-level-include ALL OPTIONS ${top_level_include})
  cmake_test(inject no-language-at-top cxx-only config report OPTIONS ${top_level_include})
  cmake_test(inject late-language OPTIONS ${top_level_include})
  cmake_test(inject both-includes OPTIONS ${top_level_include}
    -DCMAKE_PROJECT_INCLUDE=@SOURCE@/own-include.cmake)
else()
  message(STATUS "Left out: tests of CMAKE_PROJECT_TOP_LEVEL_INCLUDES, which CMake ${CMAKE_VERSION} lacks")
endif()
cmake_test(inject project-include FLAVOURS source installed OPTIONS ${project_include})
cmake_test(inject shared-libraries OPTIONS ${project_include} -DBUILD_SHARED_LIBS=ON)
cmake_test(inject off OPTIONS ${project_include} -DCALLSIGHT_INSTRUMENT=OFF)

cmake_test(runs reports ALL)
cmake_test(runs tune GENERATORS Ninja "Unix Makefiles" OPTIONS "-DCMAKE_C_FLAGS=-fuse-ld=gold -mtune=generic")
cmake_test(runs arguments failing timeout folders misuse undeclared parallel nothing-recorded thread-lines)
cmake_test(runs capture-keyword capture-keyword-in-list capture-keyword-longer
  capture-keyword-shorter capture-no-target capture-wrong-target capture-mode capture-timeout
  capture-environment capture-twice report-keyword report-keyword-in-list
  report-format report-no-capture)
cmake_test(runs stream-address stream-port stream-mode stream-environment stream-options-alone stream-report
  stream-wrong-client client-keyword client-twice)
cmake_test(runs sent ALL OPTIONS "-DCALLSIGHT_SERVE_ARGS=--listen unix:socket --once")
cmake_test(runs stream-no-client)
cmake_test(runs capture-keyword-in-list-off report-keyword-off stream-address-off
  OPTIONS -DCALLSIGHT_INSTRUMENT=OFF)

cmake_test(traced tests GENERATORS Ninja "Ninja Multi-Config")
cmake_test(traced tests FLAVOURS installed GENERATORS "Unix Makefiles")
cmake_test(traced misuse)

cmake_test(gates tests GENERATORS Ninja "Ninja Multi-Config")
cmake_test(gates tests FLAVOURS installed GENERATORS "Unix Makefiles")
cmake_test(gates misuse warnings)

cmake_test(package find versions prefixes find-in-subdirectories missing-sources missing-stream stream-component help
  unknown-component missing-component no-tool wrong-cli wrong-version given-cli FLAVOURS installed)
# With Ninja: example/fetchcontent.
cmake_test(package fetched GENERATORS "Ninja Multi-Config" "Unix Makefiles")
cmake_test(package presets nested)
cmake_test(package fetched-off OPTIONS -DCALLSIGHT_INSTRUMENT=OFF)
cmake_test(package find-after-tree FLAVOURS installed OPTIONS -DTREE=@ROOT@)
cmake_test(package cross-path cross-no-stream cross-no-tool cross-minor-cli cross-patch-cli cross-wrong-cli
  FLAVOURS installed
  OPTIONS "-DCMAKE_TOOLCHAIN_FILE=@ROOT@/examples/cross/aarch64.cmake")
if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
  cmake_test(package override)
  cmake_test(package find-args FLAVOURS installed)
else()
  message(STATUS "Left out: tests of FetchContent together with find_package(), which CMake ${CMAKE_VERSION} lacks")
endif()

if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
  cmake_test(example inject FLAVOURS installed OPTIONS ${top_level_include})
endif()
cmake_test(example gate library minimal selective FLAVOURS installed)
cmake_test(example cross FLAVOURS installed OPTIONS -DCMAKE_TOOLCHAIN_FILE=@SOURCE@/aarch64.cmake)
cmake_test(example fetchcontent OPTIONS -DFETCHCONTENT_SOURCE_DIR_CALLSIGHT=@ROOT@ -UCALLSIGHT_CLI)
# Makefiles: what a run needs built is in another file there for each target.
cmake_test(example plugin FLAVOURS installed GENERATORS "Unix Makefiles")
cmake_test(example sensor FLAVOURS installed OPTIONS -DSENSOR_SERVER=unix:socket
  "-DCALLSIGHT_SERVE_ARGS=--listen unix:socket --once")

# What differs between versions of CMake: generators, policies, packages, fetching, injection, presets.
cmake_test(instrument enabled ${every_generator} NEWEST)
cmake_test(runs reports NEWEST)
cmake_test(traced tests NEWEST)
cmake_test(api library FLAVOURS installed NEWEST)
cmake_test(inject top-level-include OPTIONS ${top_level_include} NEWEST)
cmake_test(package versions find-args FLAVOURS installed NEWEST)
cmake_test(package override presets NEWEST)
