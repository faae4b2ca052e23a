add_compile_options(-Winvalid-pch -Werror)
add_executable(app main.c helper.c)
target_precompile_headers(app PRIVATE <stdio.h>)
# The same sources in another target, with the header of the first one.
add_executable(other main.c helper.c)
target_precompile_headers(other REUSE_FROM app)
callsight_instrument(app CONFIG precompiled-header.config)
