// Undoing the encodings that bytes are put into to travel as text.
#pragma once

#include <functional>
#include <string_view>

namespace redcode::evidence {

// Hands on what every long run of base64 (both alphabets) or hex in `text` stands for, line breaks
// left out. Where a run starts is a guess, so it is decoded at every alignment.
void decode_runs(std::string_view text, const std::function<void(std::string_view)>& take);

// Hands on every long run of `text` as it may stand in a URL or a form, with each %XX in it
// replaced by its byte.
void decode_percent_signs(std::string_view text, const std::function<void(std::string_view)>& take);

}  // namespace redcode::evidence
