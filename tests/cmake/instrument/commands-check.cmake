# clang-tidy and clangd take the commands before the first build, and after it without a word more.
function(expect_read)
  foreach(source IN ITEMS main.c helper.c)
    run(clang-tidy -p "${build_dir}" "--checks=-*,clang-diagnostic-*,bugprone-infinite-loop" "${source_dir}/${source}"
      OUTPUT said ERROR error)
    if(NOT "${said}" STREQUAL "" OR "${error}" MATCHES "warning|error")
      fail("clang-tidy has something to say")
    endif()
    run(clangd "--compile-commands-dir=${build_dir}" "--check=${source_dir}/${source}"
      ERROR error)
    expect_text("${error}" "All checks completed, 0 errors")
    if("${error}" MATCHES "\nE\\[")
      fail("clangd has something to say")
    endif()
  endforeach()
endfunction()
expect_read()
build()
expect_read()
