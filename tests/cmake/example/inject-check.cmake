# Nothing is declared: one run of the program, whose last expression throws from below two calls of sum().
build(callsight-report OUTPUT output)
expect_text("${output}" "expression::parser::factor")
expect_hooks(main.cpp.o expression.cpp.o)
trace(calculator)
expect_text("${output}" "^1\\+2\\*3 = 7\n\\(1\\+2\\)\\*3 = 9\n\\(\\(7\\)\\) = 7\n2\\*\\(3\\+4: no \\) at 6\n$")
# No row of take(), which trace.config leaves out, and none of the standard library.
set(string "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> > const&")
if(NOT functions STREQUAL "expression::parser::factor()=14;expression::parser::parser(${string})=4;\
expression::parser::product()=11;expression::parser::sum()=8;expression::parser::value()=4;\
expression::syntax_error::runtime_error(${string})=1;expression::syntax_error::~syntax_error()=1;\
main=1;print_value(${string})=4")
  fail("traced: ${functions}")
endif()
run("${CLI}" analyze "${WORK}/traces" --format json OUTPUT json)
string(JSON unmatched GET "${json}" threads 0 unmatched)
if(unmatched)
  fail("${unmatched} calls without their end")
endif()
