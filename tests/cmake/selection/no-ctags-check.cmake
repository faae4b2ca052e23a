expect_text("${configure_output}" "Universal Ctags was not found \\(Debian package universal-ctags\\)")
build()
expect_hooks(one.c.o two.c.o NO three.c.o)
