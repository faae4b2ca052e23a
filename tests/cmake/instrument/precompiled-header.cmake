add_compile_options(-Winvalid-pch -Werror)
add_executable(app main.c helper.c)
target_precompile_headers(app PRIVATE <stdio.h>)
callsight_instrument(app)
