// A task with an end, whatever it does.
#pragma once

#include <chrono>
#include <optional>

#include "base/task.h"
#include "record/record.h"

namespace redcode::trial {

// What `work` gives or throws; nothing if `limit` passed first, in which case `work` was cancelled
// and has ended.
Task<std::optional<record::Stop>> within(std::chrono::milliseconds limit, Task<record::Stop> work);

}  // namespace redcode::trial
