// The answer of a model judge, whatever it was asked: one JSON object, read strictly.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/result.h"

namespace redcode::referee {

// One object with exactly `keys`, each once, bare or in a ```json fence; nothing around it; at most
// 16 KiB. Errors: referee-off-format.
Result<Json> read_answer(std::string_view answer, std::span<const std::string_view> keys);

std::unexpected<Error> off_format(std::string message);

}  // namespace redcode::referee
