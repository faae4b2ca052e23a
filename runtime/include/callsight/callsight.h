/* SPDX-License-Identifier: MIT */
/*
 * What a program says about itself in a CallSight capture: names for parts of functions and for
 * moments, values, names of threads, switches of stacks, and pauses. docs/reference/api.md explains it
 * with examples. Not for reading captures: that is trace_format.h.
 *
 * Header only, for C (C99 and later) and C++ (C++11 and later). It refers to the runtime by weak
 * symbols. In a program without the runtime, and where tracing is not enabled, each of these tests
 * one word and does nothing. With CALLSIGHT_API_DISABLED defined before the header is included, and for
 * compilers and file formats other than gcc's, clang's and ELF, arguments are evaluated and no more.
 *
 * All of them may be called from any thread, before main, in signal handlers, in children of fork
 * and after exit began; they keep errno, allocate nothing and never wait for another thread, but for
 * the first one in a process, which starts the capture. Names are string literals: the compiler puts them
 * into the constant data of the module, with file and line, and what is recorded is their address.
 */
#ifndef CALLSIGHT_CALLSIGHT_H
#define CALLSIGHT_CALLSIGHT_H

#include <stddef.h>

#if defined(__GNUC__) && defined(__ELF__) && !defined(CALLSIGHT_API_DISABLED)
#define CALLSIGHT_API_ENABLED_ 1
#else
#define CALLSIGHT_API_ENABLED_ 0
#endif

/* Functions that an inline function of any linkage may call, and that never have hooks. */
#if !defined(__GNUC__)
#define CALLSIGHT_INLINE_ static inline
#elif defined(__cplusplus)
#define CALLSIGHT_INLINE_ inline __attribute__((always_inline, no_instrument_function))
#else
#define CALLSIGHT_INLINE_ \
	extern __inline__ __attribute__((gnu_inline, always_inline, no_instrument_function))
#endif

#ifdef __cplusplus
#define CALLSIGHT_CAST_(type, value) static_cast<type>(value)
#else
#define CALLSIGHT_CAST_(type, value) ((type)(value))
#endif

/* --- The runtime's side: absent, or exported by it. Call it by the macros and functions below. --- */

#ifdef __cplusplus
extern "C" {
#endif

#if CALLSIGHT_API_ENABLED_
#ifndef CALLSIGHT_RUNTIME_ /* the runtime itself has strong ones */
#define CALLSIGHT_RUNTIME_ __attribute__((weak, visibility("default"), nothrow))
#endif

void callsight_rt_scope_enter(const void *name, const void *frame,
			      const void *call_site) CALLSIGHT_RUNTIME_;
void callsight_rt_scope_exit(const void *name, const void *frame,
			     const void *call_site) CALLSIGHT_RUNTIME_;
void callsight_rt_mark(const void *name) CALLSIGHT_RUNTIME_;
void callsight_rt_frame(const void *name) CALLSIGHT_RUNTIME_;
void callsight_rt_value(const void *name, long long value) CALLSIGHT_RUNTIME_;
void callsight_rt_pause(void) CALLSIGHT_RUNTIME_;
void callsight_rt_resume(void) CALLSIGHT_RUNTIME_;
void callsight_rt_flush(void) CALLSIGHT_RUNTIME_;
void callsight_rt_thread_name(const char *name) CALLSIGHT_RUNTIME_;
void callsight_rt_fiber_switch(const void *stack, size_t bytes) CALLSIGHT_RUNTIME_;
void callsight_rt_fiber_end(const void *stack) CALLSIGHT_RUNTIME_;

/* Does nothing where the runtime is absent. */
#define CALLSIGHT_CALL_(function, arguments) \
	do {                                 \
		if (function)                \
			function arguments;  \
	} while (0)
#else
#define CALLSIGHT_CALL_(function, arguments) ((void)0)
#endif

/* --- Names for parts of functions and for moments --- */

/**
 * CALLSIGHT_SCOPE(name); - from here to the end of the block, an activation of its own in the capture.
 * @name: string literal, not empty
 *
 * A declaration: it stands where a variable could. It is counted, timed and nested like a call of a
 * function with that name, in every mode of TRACE_MODE, and ends however the block is left: at its
 * end, by return, break, goto or an exception. Left by longjmp() or pthread_exit() it counts as unwound,
 * like a function. Several scopes may stand in one block; they end in reverse order.
 *
 * LIMIT: one that is left by longjmp() to the function that it is in shows as open until that function ends
 * or the scope is entered again. A block with a scope must not hold co_await or co_yield.
 *
 * Cost: that of the two hooks of a function; the enclosing function keeps a frame pointer.
 */
#define CALLSIGHT_SCOPE(name) CALLSIGHT_SCOPE_(name, __COUNTER__)

/**
 * callsight_mark(name) - this moment, in this thread.
 * @name: string literal, not empty
 *
 * TRACE_MODE=events only: the other modes keep no moments. Cost: about one hook.
 */
#define callsight_mark(name) callsight_mark_(CALLSIGHT_NAME_(CALLSIGHT_MARK_, name))

/**
 * callsight_frame(name) - a piece of work that repeats ends here, and the next one begins: an image, a
 * tick, a transaction.
 * @name: string literal, not empty; frames of different names are independent of each other
 *
 * Reports show the times from one to the next of the same name in the same thread. Modes and cost as
 * for callsight_mark().
 */
#define callsight_frame(name) callsight_frame_(CALLSIGHT_NAME_(CALLSIGHT_FRAME_, name))

/**
 * callsight_value(name, n) - a number at this moment, in this thread: the length of a queue, bytes read.
 * @name: string literal, not empty
 * @n: of any arithmetic type, converted to 64 bits with sign; evaluated once, in any case
 *
 * Modes and cost as for callsight_mark().
 */
#define callsight_value(name, n) \
	callsight_value_(CALLSIGHT_NAME_(CALLSIGHT_VALUE_, name), CALLSIGHT_CAST_(long long, n))

/* --- Threads --- */

/**
 * callsight_thread_name() - what the capture calls this thread, instead of the kernel's name.
 * @name: the first 15 bytes count; NULL or "": the kernel's name again. Not kept: may be changed after.
 *
 * The kernel's name stays as it is. TRACE_THREADS is compared with this name from now on; a thread that
 * it did not match and now does records from its next hook on, one that records goes on. Every mode. In
 * a signal handler that interrupts a hook the capture may show the name one block later.
 */
CALLSIGHT_INLINE_ void callsight_thread_name(const char *name)
{
	(void)name;
	CALLSIGHT_CALL_(callsight_rt_thread_name, (name));
}

/**
 * callsight_pause(), callsight_resume() - this thread is not recorded in between.
 *
 * They do not nest. Functions and scopes that are open at the pause end in the capture when they end;
 * those that are entered in between are left out whole. The capture says when and how much. Every mode.
 */
CALLSIGHT_INLINE_ void callsight_pause(void)
{
	CALLSIGHT_CALL_(callsight_rt_pause, ());
}

CALLSIGHT_INLINE_ void callsight_resume(void)
{
	CALLSIGHT_CALL_(callsight_rt_resume, ());
}

/**
 * callsight_flush() - what this thread recorded so far goes into the block files.
 *
 * Not needed against loss: what was recorded survives the end of the process, SIGKILL included. For
 * those who copy block files of a running process. Does nothing with TRACE_FULL=wrap, in the other
 * modes, and in a signal handler that interrupts a hook. Cost: a write of at most 64 KiB.
 */
CALLSIGHT_INLINE_ void callsight_flush(void)
{
	CALLSIGHT_CALL_(callsight_rt_flush, ());
}

/* --- Stacks that the program switches by itself --- */

/**
 * callsight_fiber_switch() - this thread goes on on another stack from here.
 * @stack: lowest address of that stack; NULL: the thread's own
 * @bytes: its size; not used with NULL
 *
 * Each stack is a thread of its own in the capture. Without this call, calls on a new stack seem to be made
 * by the function that switched, and functions that are open seem to be left. To be called right before the
 * switch, also back, or as the first thing after it: a function with hooks between the two, or a scope, is
 * recorded on the wrong stack. A stack may go on in another thread. Not needed for swapcontext() and
 * setcontext(). TRACE_MODE=events and summary; counts need no stacks. At most 4096 threads and stacks are
 * recorded at a time.
 *
 * Cost: about 10 ns; the first time for a stack some system calls.
 */
CALLSIGHT_INLINE_ void callsight_fiber_switch(const void *stack, size_t bytes)
{
	(void)stack, (void)bytes;
	CALLSIGHT_CALL_(callsight_rt_fiber_switch, (stack, bytes));
}

/**
 * callsight_fiber_end() - what ran on a stack has ended.
 * @stack: as in callsight_fiber_switch(); other values have no effect
 *
 * To be called before the stack's memory is used again or given back, from another stack, or on it
 * right before callsight_fiber_switch() for the last time. Without it the runtime keeps a window of 64 KiB
 * for the stack. Functions that are open on it stay open in the capture.
 */
CALLSIGHT_INLINE_ void callsight_fiber_end(const void *stack)
{
	(void)stack;
	CALLSIGHT_CALL_(callsight_rt_fiber_end, (stack));
}

/* --- What the macros are made of; not to be used by itself --- */

CALLSIGHT_INLINE_ void callsight_mark_(const void *name)
{
	(void)name;
	CALLSIGHT_CALL_(callsight_rt_mark, (name));
}

CALLSIGHT_INLINE_ void callsight_frame_(const void *name)
{
	(void)name;
	CALLSIGHT_CALL_(callsight_rt_frame, (name));
}

CALLSIGHT_INLINE_ void callsight_value_(const void *name, long long value)
{
	(void)name, (void)value;
	CALLSIGHT_CALL_(callsight_rt_value, (name, value));
}

#if CALLSIGHT_API_ENABLED_
/* Inlined into the function of the scope, whose frame and call site these are. */
CALLSIGHT_INLINE_ const void *callsight_scope_begin_(const void *name)
{
	CALLSIGHT_CALL_(callsight_rt_scope_enter,
			(name, __builtin_frame_address(0), __builtin_return_address(0)));
	return name;
}

CALLSIGHT_INLINE_ void callsight_scope_end_(const void **name)
{
	CALLSIGHT_CALL_(callsight_rt_scope_exit,
			(*name, __builtin_frame_address(0), __builtin_return_address(0)));
}
#endif

#ifdef __cplusplus
}
#endif

/* Numbered, so that several can stand on one line and do not shadow each other. */
#define CALLSIGHT_SCOPE_(name, number) CALLSIGHT_SCOPE_NUMBERED_(name, number)
#if CALLSIGHT_API_ENABLED_
#define CALLSIGHT_SCOPE_NUMBERED_(name, number)                                  \
	const void *callsight_scope_##number##_                                  \
		__attribute__((__cleanup__(callsight_scope_end_), __unused__)) = \
			callsight_scope_begin_(CALLSIGHT_NAME_(CALLSIGHT_SCOPE_KIND_, name))
#else
#define CALLSIGHT_SCOPE_NUMBERED_(name, number) (void)sizeof("" name)
#endif

/* enum csf_name_kind */
#define CALLSIGHT_SCOPE_KIND_ 1u
#define CALLSIGHT_MARK_       2u
#define CALLSIGHT_FRAME_      3u
#define CALLSIGHT_VALUE_      4u

/* struct csf_name, name, NUL, file, NUL */
#define CALLSIGHT_NAME_BYTES_(of_kind, name)                                                       \
	{                                                                                          \
		{ 0x7f, 'C', 'S', 'n', 'a', 'm', 'e', '1' }, __LINE__, of_kind, name "\0" __FILE__ \
	}

#if !CALLSIGHT_API_ENABLED_
#define CALLSIGHT_NAME_(of_kind, name) ("" name)
#elif defined(__cplusplus)
/*
 * Hidden, and so are its objects: a static object of an inline function would else be a unique symbol, and
 * the library that holds it could not be unloaded. A template: a local type would have another size in
 * another file, which breaks the rule of one definition.
 */
template <unsigned long size> struct __attribute__((visibility("hidden"))) callsight_literal_ {
	unsigned char magic[8];
	unsigned int line;
	unsigned int kind;
	char text[size];
};

#define CALLSIGHT_NAME_(of_kind, name)                                                       \
	(__extension__({                                                                     \
		static const callsight_literal_<sizeof(name "\0" __FILE__)> callsight_name = \
			CALLSIGHT_NAME_BYTES_(of_kind, name);                                \
		static_cast<const void *>(&callsight_name);                                  \
	}))
#else
#define CALLSIGHT_NAME_(of_kind, name)                                   \
	(__extension__({                                                 \
		static const struct {                                    \
			unsigned char magic[8];                          \
			unsigned int line;                               \
			unsigned int kind;                               \
			char text[sizeof(name "\0" __FILE__)];           \
		} callsight_name = CALLSIGHT_NAME_BYTES_(of_kind, name); \
		(const void *)&callsight_name;                           \
	}))
#endif

#endif
