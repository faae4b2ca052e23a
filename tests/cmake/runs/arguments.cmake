# What a list, a bracket argument or a shell would change.
callsight_add_capture(odd TARGET app ARGS "a;b" "" "]==]" "]=]==]===]" "\nline" "\$HOME \"q\" #1" "a\\" "b"
  ENVIRONMENT "COLOUR=r;e]==]d")
# Where it runs.
file(MAKE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/a [place]")
callsight_add_capture(placed TARGET app ARGS here WORKING_DIRECTORY "a [place]")
