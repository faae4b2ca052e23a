# Each sanitizer has its own program: some cannot be together.
set(kinds address thread undefined)
foreach(kind IN LISTS kinds)
  add_executable(${kind} main.c helper.c)
  target_compile_options(${kind} PRIVATE -fsanitize=${kind} -fno-sanitize-recover=all)
  target_link_options(${kind} PRIVATE -fsanitize=${kind})
  callsight_instrument(${kind} CONFIG sanitizers.config)
endforeach()
