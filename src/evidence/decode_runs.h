// Undoing the encodings that bytes are put into to travel as text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace redcode::evidence {

// Takes what was decoded, and the name of the encoding.
using TakeDecoded = std::function<void(std::string_view decoded, const char* encoding)>;

// Hands on what every long run of base64 (both alphabets) or hex in `text` stands for, line breaks
// left out. Where a run starts is a guess, so it is decoded at every alignment.
void decode_runs(std::string_view text, const TakeDecoded& take);

// Hands on what stands around every %XX ("url"), \uXXXX and \xXX ("escapes") and &#NN; ("html") in
// `text`, with these replaced by their bytes.
void decode_escapes(std::string_view text, const TakeDecoded& take);

// The body of a message that was sent in chunks, put together; "" if `message` is none such.
std::string dechunked(std::string_view message);

}  // namespace redcode::evidence
