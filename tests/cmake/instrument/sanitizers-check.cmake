build()
foreach(kind IN ITEMS address thread undefined)
  expect_traced(${kind} main=1 helper=1)
endforeach()
