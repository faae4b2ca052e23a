/* SPDX-License-Identifier: MIT */
#include "config.h"
#include "source_tree.h"
#include "test.h"

#include <stdlib.h>

#include "pointers.h"
#include "thread_roots.h"

#define ALL CSA_DEPTH_ALL

static void check_text(const char *name, const char *text, const char *root, const char *expected)
{
	struct t_tree tree;

	t_tree_of(&tree, name, text);
	assert_string_equal(t_tree_reached(&tree, root, ALL), expected);
	t_tree_end(&tree);
}

#define C(text, root, expected)   check_text("a.c", text, root, expected)
#define CXX(text, root, expected) check_text("a.cpp", text, root, expected)

TEST(a_called_parameter_is_what_was_passed_there)
{
	T_UNUSED;
	C("static int a(void){return 1;} static int b(void){return 1;}\n"
	  "int each(int n, int (*fn)(void)){ return n + fn(); }\n"
	  "int other(int (*fn)(void), int n){ return n; }\n"
	  "int user(void){ return each(1, a) + other(b, 2); }\n",
	  "each", "a each");
}

TEST(a_parameter_is_passed_on)
{
	T_UNUSED;
	C("static int a(void){return 1;}\n"
	  "static int inner(int (*g)(void)){ return (*g)(); }\n"
	  "int outer(int (*f)(void)){ return inner(f); }\n"
	  "int user(void){ return outer(&a); }\n",
	  "inner", "a inner");
}

TEST(a_parameter_of_a_private_function_is_that_of_its_file)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c",
		    "static int a(void){return 1;} static int run(int (*f)(void)){return f();}\n"
		    "int ua(void){ return run(a); }\n");
	t_tree_file(&tree, "b.c",
		    "static int b(void){return 1;} static int run(int (*f)(void)){return f();}\n"
		    "int ub(void){ return run(b); }\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_reached(&tree, "ua", ALL), "a run ua");
	t_tree_end(&tree);
}

TEST(a_queue_keeps_what_is_put_into_it)
{
	/* From the parameter into a member, from there into a variable that is called. */
	T_UNUSED;
	C("struct work { void (*work)(struct work *w); struct work *next; };\n"
	  "static void job(struct work *w){ (void)w; }\n"
	  "void submit(struct work *w, void (*fn)(struct work *)){ w->work = fn; }\n"
	  "void user(struct work *w){ submit(w, job); }\n"
	  "void worker(struct work *w){ void (*f)(struct work *) = w->work; f(w); }\n"
	  "void direct(struct work *w){ (*w->work)(w); }\n"
	  "void array(struct work **w){ w[1]->work(w[0]); }\n",
	  "worker", "job worker");
	C("struct q { void (*fn[2])(void); }; static void j(void){}\n"
	  "void put(struct q *q){ q->fn[0] = j; } void get(struct q *q){ q->fn[1](); }\n",
	  "get", "get j");
}

TEST(a_table_is_laid_out_by_its_structure)
{
	static const char text[] =
		"typedef struct reg { const char *name; int (*func)(void); int (*close)(void); } "
		"reg;\n"
		"static int open_it(void){return 1;} static int close_it(void){return 2;}\n"
		"static const reg table[] = { {\"a\", open_it, close_it}, {0, 0, 0} };\n"
		"static reg one = { \"b\", .close = close_it };\n"
		"int call(reg *r){ return r->func(); }\n"
		"int end(reg *r){ return (*r->close)(); }\n";

	T_UNUSED;
	C(text, "call", "call open_it");
	C(text, "end", "close_it end");
}

TEST(a_table_of_a_structure_without_a_name)
{
	T_UNUSED;
	C("static int f(void){return 1;} static int g(void){return 1;}\n"
	  "static const struct { int n; int (*go)(void); } list[] = { {1, f}, {2, g} };\n"
	  "int call(int i){ return list[i].go(); }\n",
	  "call", "call f g");
}

TEST(macros_in_a_table_may_fill_any_pointer)
{
	T_UNUSED;
	C("struct def { int n; int (*run)(int); int m; };\n"
	  "#define ENTRY(name, fn) { 1, fn, 2 }\n"
	  "static int f(int x){return x;}\n"
	  "static struct def defs[] = { ENTRY(one, f) };\n"
	  "int call(struct def *d){ return d->run(1); }\n",
	  "call", "call f");
}

TEST(macros_hand_their_arguments_on)
{
	T_UNUSED;
	C("static int f(void){return 1;}\n"
	  "#define REGISTER(cb) add(1, (cb))\n"
	  "static int (*kept)(void);\n"
	  "void add(int n, int (*fn)(void)){ kept = fn; }\n"
	  "void user(void){ REGISTER(f); }\n"
	  "int call(void){ return kept(); }\n",
	  "call", "call f");
}

TEST(names_that_macros_paste_are_called)
{
	static const char text[] =
		"#define RUN(name) run_ ## name ()\n"
		"#define RUN_BOTH(a) RUN(a); a ## _late()\n"
		"#define ALSO RUN_BOTH\n"
		"static int run_x(void){return 1;} static int x_late(void){return 1;}\n"
		"static int run_y(void){return 1;}\n"
		"int f(void){ RUN(x); } int g(void){ RUN_BOTH(x); } int h(void){ ALSO(x); }\n";

	T_UNUSED;
	C(text, "f", "f run_x");
	C(text, "g", "g run_x x_late");
	C(text, "h", "h run_x x_late");
}

TEST(a_table_between_two_macros)
{
	T_UNUSED;
	C("struct task { const char *name; int (*main)(void); };\n"
	  "#define LIST_START struct task TASKS[] = {\n"
	  "#define LIST_END { 0, 0 } };\n"
	  "#define TASK(name) { #name, &run_##name },\n"
	  "static int run_a(void){return 1;}\nstatic int run_b(void){return 1;}\n"
	  "LIST_START\n  TASK(a)\n  TASK(b)\nLIST_END\n"
	  "int go(struct task *t){ return t->main(); }\n",
	  "go", "go run_a run_b");
}

TEST(an_alias_macro_is_a_call)
{
	T_UNUSED;
	C("int real(void){return 1;}\n#define alias real\nint f(void){ return alias(); }\n", "f",
	  "f real");
}

TEST(a_definition_in_one_branch_hides_nothing)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.c",
		    "#ifdef SMALL\nint lib_open(void){ return 0; }\n#endif\n"
		    "int f(void){ return lib_open(); }\n");
	t_tree_file(&tree, "b.c",
		    "int deep(void){return 1;} int lib_open(void){ return deep(); }\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_reached(&tree, "f", ALL), "deep f lib_open lib_open");
	t_tree_end(&tree);
}

TEST(an_object_keeps_a_function)
{
	static const char text[] = "struct Item { Item(void (*f)(int), int a) : f(f), a(a) {} void "
				   "(*const f)(int); int a; };\n"
				   "struct Pool { std::queue<Item> items;\n"
				   "  void add(void (*g)(int), int a) { items.emplace(g, a); }\n"
				   "  void run() { auto next = items.front().f; next(1); } };\n"
				   "static void job(int) {}\n"
				   "void user(Pool &p) { p.add(&job, 1); }\n";

	T_UNUSED;
	CXX(text, "Pool::run", "Pool::run job");
}

TEST(a_lambda_travels_like_a_function)
{
	T_UNUSED;
	CXX("struct Q { std::function<void()> task;\n"
	    "  void add(std::function<void()> t) { task = std::move(t); }\n"
	    "  void go() { task(); } };\n"
	    "int h() { return 1; }\nvoid user(Q &q, int n) { q.add([n] { h(); }); }\n"
	    "void apart() { auto l = [] { return 2; }; l(); }\n",
	    "Q::go", "Q::go h user::{lambda#1}");
}

TEST(lambdas_follow_the_name_of_their_function)
{
	static const char text[] =
		"#define API(name) name\n"
		"namespace a { namespace { struct C { int f(); }; } }\nusing namespace a;\n"
		"int h() { return 1; }\nint C::f() { auto l = [] { return h(); }; return l(); }\n"
		"int API(wrapped)(int x) { return [x] { return h(); }(); }\n";

	T_UNUSED;
	CXX(text, "a::C::f",
	    "a::(anonymous namespace)::C::f a::(anonymous namespace)::C::f::{lambda#1} h");
	CXX(text, "wrapped", "h wrapped wrapped::{lambda#1}");
}

TEST(lambdas_are_numbered_in_the_order_of_the_text)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(
		&tree, "a.cpp",
		"int f(int n) {\n auto a = [n](int x) { return [] { return 1; }() + x; };\n"
		"#if A\n auto b = [] { return 1; };\n#else\n auto b = []() -> int { return 2; };\n"
		"#endif\n int t[] = { 1 }; [[maybe_unused]] int q = t[0]; delete[] new int[2];\n"
		" struct L { int m() { return [](auto y) { return y; }(3); } } l;\n"
		" return a(1) + b() + [=]() mutable noexcept { return q; }(); }\n");
	assert_string_equal(t_tree_functions(&tree),
			    "f 1-10, f::{lambda#1} 2-2, f::{lambda#2} 2-2, f::{lambda#3} 4-4, "
			    "f::{lambda#4} 6-6, f::L::m 9-9, f::L::m::{lambda#1} 9-9, "
			    "f::{lambda#5} 10-10");
	assert_int_equal(t_tree_def(&tree, "f::{lambda#2}")->parent - 1,
			 t_tree_def(&tree, "f") - tree.project.defs.items);
	t_tree_end(&tree);
}

TEST(variables_around_a_lambda_are_no_functions)
{
	T_UNUSED;
	CXX("int count() { return 1; } int other() { return 1; }\n"
	    "int f(int count) { int other = 2; auto l = [&](int x) { return x + count + "
	    "use(other); "
	    "}; return l(1); }\n",
	    "f", "f f::{lambda#1}");
}

TEST(a_default_definition_stands_where_it_is_written)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_begin(&tree);
	t_tree_file(&tree, "a.h", "struct Env { Env(); virtual ~Env(); };\n");
	t_tree_file(&tree, "a.cpp",
		    "#include \"a.h\"\nEnv::Env() = default;\nEnv::~Env() = default;\n"
		    "void f() { Env e; }\n");
	t_tree_load(&tree, NULL);
	assert_string_equal(t_tree_functions(&tree), "Env::Env 2-2, Env::~Env 3-3, f 4-4");
	assert_string_equal(t_tree_reached(&tree, "f", ALL), "Env::Env Env::~Env f");
	t_tree_end(&tree);
}

TEST(long_chains_of_pointers_end)
{
	/* Each parameter is the next one's argument, the last one's the first one's. */
	T_UNUSED;
	C("int t(void){return 1;}\n"
	  "int a(int (*f)(void)){ return b(f) + f(); }\nint b(int (*f)(void)){ return c(f); }\n"
	  "int c(int (*f)(void)){ f = t; return a(f); }\n",
	  "b", "a b c t");
}

static const char *threads(struct t_tree *tree)
{
	const struct csa_thread_start **starts =
		calloc(tree->project.defs.count + 1, sizeof(*starts));
	uint8_t *marks = calloc(tree->project.defs.count + 1, 1);
	const char *text;

	assert_true(csa_thread_roots(&tree->graph, starts));
	for (uint32_t i = 0; i < tree->project.defs.count; i++)
		marks[i] = starts[i] != NULL;
	text = t_tree_marked(tree, marks);
	free(starts);
	free(marks);
	return text;
}

TEST(threads_begin_with_what_is_handed_over)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(
		&tree, "a.c",
		"static void *plain(void *a){return a;} static void *wrapped(void *a){return a;}\n"
		"static void *apart(void *a){return a;}\n"
		"static void start(void *(*fn)(void *)){ pthread_create(&t, NULL, fn, NULL); }\n"
		"int main(void){ pthread_create(&t, apart, plain, 0); start(wrapped); }\n");
	assert_string_equal(threads(&tree), "plain wrapped");
	t_tree_end(&tree);
	t_tree_of(&tree, "a.cpp",
		  "void f(int) {}\nstruct S { void m(); };\nvoid S::m() {}\nint g() { return 1; }\n"
		  "int main() { S s; std::thread a(f, 1), b; std::thread c(&S::m, &s);\n"
		  " std::thread d{[] { g(); }}; auto r = std::async(std::launch::async, g); }\n");
	assert_string_equal(threads(&tree), "S::m f g main::{lambda#1}");
	t_tree_end(&tree);
}

TEST(resolvers_are_known)
{
	struct t_tree tree;

	T_UNUSED;
	t_tree_of(&tree, "a.c",
		  "int get(int) __attribute__((ifunc(\"pick\")));\n"
		  "static int fast(int x){return x;}\n"
		  "static int (*pick(void))(int) { return fast; }\n");
	assert_true(t_tree_def(&tree, "pick")->flags & CSA_DEF_RESOLVER);
	assert_false(t_tree_def(&tree, "fast")->flags & CSA_DEF_RESOLVER);
	t_tree_end(&tree);
	t_tree_of(&tree, "a.cpp",
		  "namespace n { static int (*pick(int))() { return 0; } }\n"
		  "int get() __attribute__((__ifunc__(\"_ZN1nL4pickEi\")));\n");
	assert_true(t_tree_def(&tree, "n::pick")->flags & CSA_DEF_RESOLVER);
	t_tree_end(&tree);
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest cases[] = {
		CASE(a_called_parameter_is_what_was_passed_there),
		CASE(a_parameter_is_passed_on),
		CASE(a_parameter_of_a_private_function_is_that_of_its_file),
		CASE(a_queue_keeps_what_is_put_into_it),
		CASE(a_table_is_laid_out_by_its_structure),
		CASE(a_table_of_a_structure_without_a_name),
		CASE(macros_in_a_table_may_fill_any_pointer),
		CASE(macros_hand_their_arguments_on),
		CASE(names_that_macros_paste_are_called),
		CASE(a_table_between_two_macros),
		CASE(an_alias_macro_is_a_call),
		CASE(a_definition_in_one_branch_hides_nothing),
		CASE(an_object_keeps_a_function),
		CASE(a_lambda_travels_like_a_function),
		CASE(lambdas_follow_the_name_of_their_function),
		CASE(lambdas_are_numbered_in_the_order_of_the_text),
		CASE(variables_around_a_lambda_are_no_functions),
		CASE(a_default_definition_stands_where_it_is_written),
		CASE(long_chains_of_pointers_end),
		CASE(threads_begin_with_what_is_handed_over),
		CASE(resolvers_are_known),
	};

	return T_RUN(cases, argc, argv);
}
