build()
expect_traced(c_app main=1 helper=1 twice=1)
expect_traced(cxx_app main=1 "shop::Basket::add(int)=1")
