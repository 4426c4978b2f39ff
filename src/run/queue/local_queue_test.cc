#include "run/queue/local_queue.h"

#include <gtest/gtest.h>

#include "base/temp_dir.h"
#include "run/queue/contract_for_tests.h"

namespace redcode::queue {
namespace {

class LocalStage final : public QueueStage {
 public:
  LocalStage(const asio::any_io_executor& executor, StageWish wish)
      : plan_(plan_for_tests(wish.trials)),
        queue_(executor, plan_, {.over = std::vector<bool>(wish.trials)}, run_, wish.limits) {}

  const plan::Plan& plan() const override { return plan_; }
  Queue& queue() override { return queue_; }
  Task<> set_order(Order order) override {
    queue_.set_order(order);
    co_return;
  }
  Task<record::Record> result(std::uint64_t number) override {
    record::Record result;
    const auto read = record::RunReader(dir_.path()).each_record([&](const record::Record& one) {
      if (one.trial == plan_.trial(number)) result = one;
    });
    EXPECT_TRUE(read);
    co_return result;
  }

 private:
  TempDir dir_{"test"};
  plan::Plan plan_;
  record::RunWriter run_{dir_.path(), Json::object()};
  LocalQueue queue_;
};

Task<std::unique_ptr<QueueStage>> make_local(asio::any_io_executor executor, StageWish wish) {
  co_return std::make_unique<LocalStage>(executor, wish);
}

INSTANTIATE_TEST_SUITE_P(Local, QueueContract, testing::Values(make_local));

}  // namespace
}  // namespace redcode::queue
