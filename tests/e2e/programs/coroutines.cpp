/* SPDX-License-Identifier: MIT */
/*
 * C++20 coroutines: each piece of a body is a call below the one that resumed it, on whatever thread
 * that was; the time between is nobody's. All pieces have the function's name. gcc has hooks in them:
 * the call, the start, three resumptions, and two for the destruction; clang has them in the call
 * only, and what a piece calls is called by who resumed it.
 *
 * @flags -std=c++20 -D__cpp_impl_coroutine=201902L
 * @calls main 1
 * @calls resume_once 3
 * @calls step 3
 * @calls inner_step 2
 * @[gcc]calls task() 7
 * @[gcc]resumes task() 3
 * @[clang]calls task() 1
 * @[clang]resumes task() 0
 * @threads 2
 * @open 0
 * @unwound 0
 * @depth 7
 * @nopath main;step
 * @nopath resume_once;step
 * @[gcc]path body;resume_once;std::__n4861::coroutine_handle<Task::promise_type>::resume() const;task();step;inner_step
 * @[clang]path body;resume_once;std::__n4861::coroutine_handle<Task::promise_type>::resume() const;step;inner_step
 * @[gcc]nopath body;resume_once;std::__n4861::coroutine_handle<Task::promise_type>::resume() const;step
 */
#include <coroutine>
#include <cstdio>
#include <pthread.h>

#define PLAIN extern "C" __attribute__((noinline))

struct Task {
	struct promise_type {
		__attribute__((no_instrument_function)) Task get_return_object()
		{
			return { std::coroutine_handle<promise_type>::from_promise(*this) };
		}
		__attribute__((no_instrument_function)) std::suspend_always
		initial_suspend() noexcept
		{
			return {};
		}
		__attribute__((no_instrument_function)) std::suspend_always final_suspend() noexcept
		{
			return {};
		}
		__attribute__((no_instrument_function)) void return_void()
		{
		}
		__attribute__((no_instrument_function)) void unhandled_exception()
		{
		}
	};
	std::coroutine_handle<promise_type> handle;
};

PLAIN void inner_step()
{
	__asm__ volatile("" ::: "memory");
}

PLAIN void step(int n)
{
	if (n < 3)
		inner_step();
	__asm__ volatile("" ::: "memory");
}

static Task task()
{
	step(1);
	co_await std::suspend_always{};
	step(2);
	co_await std::suspend_always{};
	step(3);
}

PLAIN void resume_once(Task &t)
{
	t.handle.resume();
	__asm__ volatile("" ::: "memory");
}

extern "C" void *body(void *t)
{
	resume_once(*static_cast<Task *>(t));
	return t;
}

int main()
{
	Task t = task();
	pthread_t thread;

	resume_once(t);
	pthread_create(&thread, nullptr, body, &t);
	pthread_join(thread, nullptr);
	resume_once(t);
	std::printf("%d\n", t.handle.done());
	t.handle.destroy();
	return 0;
}
