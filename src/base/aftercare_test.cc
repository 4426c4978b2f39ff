#include "base/aftercare.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>
#include <thread>

namespace redcode {
namespace {

TEST(Aftercare, DoesWhatWasLeftInOrderOnAnotherThread) {
  std::string done;
  std::thread::id where;
  {
    Aftercare aftercare;
    aftercare.leave([&] { where = std::this_thread::get_id(); });
    aftercare.leave([&] { done += "a"; });
    aftercare.leave([&] { done += "b"; });
  }

  EXPECT_EQ(done, "ab");
  EXPECT_NE(where, std::this_thread::get_id());
}

TEST(Aftercare, WhoeverLeavesWorkDoesNotWaitForIt) {
  std::promise<void> allowed;
  std::atomic<bool> done = false;
  Aftercare aftercare;
  aftercare.leave([&] {
    allowed.get_future().wait();
    done = true;
  });

  EXPECT_FALSE(done);
  allowed.set_value();
  aftercare.wait();
  EXPECT_TRUE(done);
}

TEST(Aftercare, WorkThatThrowsDoesNotStopTheRest) {
  bool done = false;
  Aftercare aftercare;
  aftercare.leave([] { throw std::runtime_error("no"); });
  aftercare.leave([&] { done = true; });
  aftercare.wait();
  EXPECT_TRUE(done);

  done = false;
  aftercare.leave([&] { done = true; });  // after it had come to rest
  aftercare.wait();
  EXPECT_TRUE(done);
}

}  // namespace
}  // namespace redcode
