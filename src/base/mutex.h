// Mutex, Lock and LockBoth: the standard library's, with the annotations that let clang check at
// compile time
// (-Wthread-safety) that whatever is guarded by a mutex is touched with the mutex held only. The
// standard ones carry none here, so `tools/check_layers.py` refuses them.
//
//   class Counter {
//    public:
//     void add() { const Lock lock(mutex_); ++count_; }
//    private:
//     void add_locked() REQUIRES(mutex_) { ++count_; }
//     Mutex mutex_;
//     int count_ GUARDED_BY(mutex_) = 0;
//   };
//
// To wait, use std::condition_variable_any with a Lock, in a loop: a lambda is checked as a
// function of its own, which holds nothing.
#pragma once

#include <mutex>

#ifdef __clang__
#define REDCODE_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define REDCODE_THREAD_SAFETY(attribute)
#endif

#define GUARDED_BY(mutex) REDCODE_THREAD_SAFETY(guarded_by(mutex))
#define REQUIRES(...) REDCODE_THREAD_SAFETY(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) REDCODE_THREAD_SAFETY(locks_excluded(__VA_ARGS__))
#define ACQUIRE(...) REDCODE_THREAD_SAFETY(acquire_capability(__VA_ARGS__))
#define RELEASE(...) REDCODE_THREAD_SAFETY(release_capability(__VA_ARGS__))
#define TRY_ACQUIRE(...) REDCODE_THREAD_SAFETY(try_acquire_capability(__VA_ARGS__))
#define RETURN_CAPABILITY(mutex) REDCODE_THREAD_SAFETY(lock_returned(mutex))

namespace redcode {

class REDCODE_THREAD_SAFETY(capability("mutex")) Mutex {
 public:
  void lock() ACQUIRE() { mutex_.lock(); }
  void unlock() RELEASE() { mutex_.unlock(); }
  bool try_lock() TRY_ACQUIRE(true) { return mutex_.try_lock(); }

 private:
  std::mutex mutex_;
};

// Held from here to the end of the scope, save between unlock() and lock().
class REDCODE_THREAD_SAFETY(scoped_lockable) Lock {
 public:
  explicit Lock(Mutex& mutex) ACQUIRE(mutex) : lock_(mutex) {}
  Lock(Mutex& mutex, std::adopt_lock_t adopt) REQUIRES(mutex) : lock_(mutex, adopt) {}
  ~Lock() RELEASE() {}  // NOLINT(modernize-use-equals-default): takes no attribute then
  Lock(Lock&&) = delete;
  Lock& operator=(Lock&&) = delete;
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  void lock() ACQUIRE() { lock_.lock(); }
  void unlock() RELEASE() { lock_.unlock(); }

 private:
  std::unique_lock<Mutex> lock_;
};

// Two different ones, without a deadlock whoever names them in which order.
class REDCODE_THREAD_SAFETY(scoped_lockable) LockBoth {
 public:
  LockBoth(Mutex& first, Mutex& second) ACQUIRE(first, second) : lock_(first, second) {}
  ~LockBoth() RELEASE() {}  // NOLINT(modernize-use-equals-default): as above
  LockBoth(LockBoth&&) = delete;
  LockBoth& operator=(LockBoth&&) = delete;
  LockBoth(const LockBoth&) = delete;
  LockBoth& operator=(const LockBoth&) = delete;

 private:
  std::scoped_lock<Mutex, Mutex> lock_;
};

}  // namespace redcode
