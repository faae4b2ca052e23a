build()
expect_hooks(one.c.o two.c.o NO three.c.o)
expect_compiled()
# Another file selection: one object.
edit(trace.config "exclude two.c\nexclude three.c\n")
expect_compiled(two.c)
expect_hooks(one.c.o NO two.c.o three.c.o)
# A new time, a comment: nothing.
edit(trace.config "# said differently\nexclude two.c\n\nexclude \"three.c\"\n")
expect_compiled()
expect_compiled()
# Include instead of exclude, the same files: only what no file of the project holds is decided
# differently, by the link.
edit(trace.config "include one.c\ninclude inner.h\n")
expect_work(LINKED app)
# The header is not a source: only who includes it.
edit(inner.h "static inline int inner(int x)\n{\n\treturn 1 + x;\n}\n")
expect_compiled(one.c)
expect_compiled()
# Somebody deletes what the step needs: CMake writes it again, and the same objects stay.
file(REMOVE_RECURSE "${build_dir}/_callsight/select")
expect_compiled()
expect_compiled()
