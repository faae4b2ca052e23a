file(STRINGS "${build_dir}/CMakeCache.txt" lines REGEX "^CMAKE_C_COMPILER:")
if(lines)
  fail("a C compiler was looked for: ${lines}")
endif()
build()
expect_hooks(main.cpp.o)
# clang also hooks the constructor that it makes itself.
expect_traced(app main=1 "shop::Basket::Basket()=1" "shop::Basket::add(int)=1")
