// Task: the one coroutine type of the project.
//
// A Task is a named function, awaited at once or handed to a Scope that joins it. A capturing
// lambda is never a coroutine (its captures die before it does), and nothing is ever detached.
// All tasks of a program run on one thread, so shared state between them needs no lock as long
// as no reference to it is held across a co_await.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

namespace redcode {

namespace asio = boost::asio;

template <class T = void>
using Task = asio::awaitable<T>;

}  // namespace redcode
