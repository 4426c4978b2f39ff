// The review page: page.html, as a part of the program.
#pragma once

#include <string_view>

namespace redcode::review {

// "{{nonce}}" stands where the server's one-time word for script and style belongs.
std::string_view page();

}  // namespace redcode::review
