# SPDX-License-Identifier: MIT
# cmake -DSOURCE=<folder> -DSTYLES=<name>:... -DSCRIPTS=<name>:... -DOUTPUT=<file.c> -P assemble.cmake: the
# page of the html format, head and tail, as C. Style and script are named to the browser by their hashes, so nothing
# else in a page can run, whatever the names of the traced program are.
cmake_minimum_required(VERSION 3.22)

# The browser's form of a hash: base64 of the bytes.
function(hash_of text result)
  string(SHA256 hex "${text}")
  set(digits "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  set(base64 "")
  foreach(at RANGE 0 60 6)
    string(SUBSTRING "${hex}0000" ${at} 6 group)
    foreach(shift IN ITEMS 18 12 6 0)
      math(EXPR digit "(0x${group} >> ${shift}) & 63")
      string(SUBSTRING "${digits}" ${digit} 1 digit)
      string(APPEND base64 "${digit}")
    endforeach()
  endforeach()
  string(SUBSTRING "${base64}" 0 43 base64) # 32 bytes: the last digit is padding
  set(${result} "sha256-${base64}=" PARENT_SCOPE)
endfunction()

function(array_of name file result)
  file(READ "${file}" hex HEX)
  string(LENGTH "${hex}" count)
  math(EXPR count "${count} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," hex "${hex}")
  set(${result} "static const unsigned char ${name}_bytes[] = {\n${hex}\n};
const struct csa_html_part csa_html_${name} = { ${name}_bytes, ${count} };\n" PARENT_SCOPE)
endfunction()

function(join_files names suffix result)
  string(REPLACE ":" ";" names "${names}")
  set(joined "\n")
  foreach(name IN LISTS names)
    file(READ "${SOURCE}/${name}.${suffix}" text)
    string(APPEND joined "${text}")
  endforeach()
  set(${result} "${joined}" PARENT_SCOPE)
endfunction()

join_files("${STYLES}" css style)
join_files("${SCRIPTS}" js script)
if(script MATCHES "</script|<!--" OR style MATCHES "</style")
  message(FATAL_ERROR "the page's own text would end its element")
endif()
hash_of("${style}" style_hash)
hash_of("${script}" script_hash)

file(READ "${SOURCE}/page.html" page)
string(REPLACE "@STYLE_HASH@" "${style_hash}" page "${page}")
string(REPLACE "@SCRIPT_HASH@" "${script_hash}" page "${page}")
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(FIND "${page}" "@DATA@" at)
string(SUBSTRING "${page}" 0 ${at} head)
math(EXPR at "${at} + 7") # and its line's end
string(SUBSTRING "${page}" ${at} -1 tail)
string(REPLACE "@SCRIPT@" "${script}" tail "${tail}")
file(WRITE "${OUTPUT}.head" "${head}")
file(WRITE "${OUTPUT}.tail" "${tail}")
array_of(head "${OUTPUT}.head" head)
array_of(tail "${OUTPUT}.tail" tail)
file(WRITE "${OUTPUT}" "/* Made by analyzer/out/html/assemble.cmake. */
#include \"html_page.h\"

${head}${tail}")
