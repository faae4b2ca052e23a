expect_text("${configure_output}" "app is a unity target")
build()
expect_hooks(unity_0_c.c.o unity_1_c.c.o)
expect_compiled()
# Both batches depend on the target's one response file.
edit(unity.config "exclude main.c\nexclude helper.c\nexclude plug.c\n")
expect_compiled(unity_0_c.c unity_1_c.c)
expect_hooks(NO unity_0_c.c.o unity_1_c.c.o)
