#include "base/mutex.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <thread>
#include <vector>

namespace redcode {
namespace {

struct Shared {
  Mutex mutex;
  std::condition_variable_any changed;
  int count GUARDED_BY(mutex) = 0;
};

int count_of(Shared& shared) {
  const Lock lock(shared.mutex);
  return shared.count;
}

TEST(MutexTest, WhatThreadsCountUnderALockIsNeverLost) {
  Shared shared;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&shared] {
        for (int turn = 0; turn < 10'000; ++turn) {
          const Lock lock(shared.mutex);
          ++shared.count;
        }
      });
    }
  }

  EXPECT_EQ(count_of(shared), 40'000);
}

TEST(MutexTest, ALockLetsOthersInWhileItWaits) {
  Shared shared;
  Lock lock(shared.mutex);
  const std::jthread other([&shared] {
    const Lock held(shared.mutex);
    shared.count = 7;
    shared.changed.notify_all();
  });
  while (shared.count != 7) shared.changed.wait(lock);

  EXPECT_EQ(shared.count, 7);
}

TEST(MutexTest, AnUnlockedLockIsNotHeldAndAnAdoptedOneIs) {
  Mutex mutex;
  Lock first(mutex);
  first.unlock();
  if (!mutex.try_lock()) FAIL() << "unlock() left it locked";
  {
    const Lock adopted(mutex, std::adopt_lock);
  }
  first.lock();
}

TEST(MutexTest, TwoAreLockedInWhicheverOrderTheyAreNamed) {
  Shared one;
  Shared two;
  const auto both = [](Shared& first, Shared& second) {
    for (int turn = 0; turn < 10'000; ++turn) {
      const LockBoth lock(first.mutex, second.mutex);
      ++first.count;
      ++second.count;
    }
  };
  {
    const std::jthread there([&] { both(one, two); });
    both(two, one);
  }

  EXPECT_EQ(count_of(one), 20'000);
  EXPECT_EQ(count_of(two), 20'000);
}

}  // namespace
}  // namespace redcode
