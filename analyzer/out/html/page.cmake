# SPDX-License-Identifier: MIT
# html_page.c: template, style and scripts of the html format, put together in this order.
set(page ${CMAKE_CURRENT_LIST_DIR})
set(page_styles base views)
set(page_scripts
  units
  dom
  bytes
  spans
  names
  model
  colours
  tree
  flame
  histogram
  table
  moments
  range
  walk
  timeline_draw
  timeline
  overview
  detail
  capture
  help
  main)
list(TRANSFORM page_styles REPLACE "(.+)" "${page}/\\1.css" OUTPUT_VARIABLE page_files)
list(TRANSFORM page_scripts REPLACE "(.+)" "${page}/\\1.js" OUTPUT_VARIABLE script_files)
list(JOIN page_styles ":" page_styles)
list(JOIN page_scripts ":" page_scripts)
add_custom_command(OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/html_page.c
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${page} -DSTYLES=${page_styles} -DSCRIPTS=${page_scripts}
    -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/html_page.c -P ${page}/assemble.cmake
  DEPENDS ${page}/assemble.cmake ${page}/page.html ${page_files} ${script_files}
  VERBATIM)
target_sources(callsight_out PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/html_page.c)
