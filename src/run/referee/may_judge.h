// Who may be asked: a model never reads its own transcripts.
#pragma once

#include <string_view>

#include "base/result.h"

namespace redcode::referee {

// Refuses the model under test as its own judge, also when the names differ only by case or by a
// provider's prefix ("openai/", "openai:"). The same weights under another name cannot be told.
// Errors: referee-is-subject, referee-unnamed.
Result<void> may_judge(std::string_view judge, std::string_view under_test);

}  // namespace redcode::referee
