file(WRITE "${WORK}/home/.ctags.d/mine.ctags" "--languages=-C\n--map-C=-.c\n--kinds-C=-f\n")
set(ENV{HOME} "${WORK}/home")
build()
expect_traced(app two=1 three=1)
