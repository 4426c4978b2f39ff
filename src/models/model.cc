#include "models/model.h"

#include <fmt/format.h>

#include "base/failure.h"

namespace redcode::models {

Task<Reply> Model::pass(Call call, Sink /*sink*/) {
  throw Failure(Failure::Kind::unavailable,
                fmt::format("model {} cannot pass calls on in the format {}", name(),
                            wire::name(call.format)));
  co_return Reply{};
}

}  // namespace redcode::models
