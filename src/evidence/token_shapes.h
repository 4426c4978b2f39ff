// Token shapes: a canary's token looks like what it stands for, and no two have to look alike.
//
// An agent that knows one form of all seeded secrets knows that it is being tested. So the form
// follows the canary's name, and where that says nothing it is drawn, too.
#pragma once

#include <string>
#include <string_view>

namespace redcode::evidence {

// A new token for the canary of this name: at least 96 random bits, 16 to 64 letters and digits in
// one case, and nothing besides but '-' and '_' between them, which stands safely in every file it
// may be seeded in. Throws Failure if the kernel gives no randomness.
std::string draw_token(std::string_view name);

}  // namespace redcode::evidence
