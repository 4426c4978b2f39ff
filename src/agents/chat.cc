#include "agents/chat.h"

#include "base/fences.h"

namespace redcode::agents {

bool Chat::delivers(const Turn& turn) const { return !read_fences(turn.prose).empty(); }

Turn Chat::read(const wire::Reply& reply) const { return {.prose = reply.text}; }

}  // namespace redcode::agents
