# What a list, a bracket argument or a shell would change.
callsight_add_capture(odd TARGET app ARGS "a;b" "" "]==]" "]=]==]===]" "\nline" "\$HOME \"q\" #1" "a\\" "b"
  ENVIRONMENT "COLOUR=r;e]==]d")
