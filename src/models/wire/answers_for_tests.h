// Answers read as they may come over a network.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/failure.h"
#include "base/json.h"
#include "models/wire/wire.h"

namespace redcode::wire {

inline Json json_of(std::string_view text) { return parse_json(text).value(); }

inline std::string joined(const std::vector<std::string>& events) {
  std::string all;
  for (const std::string& event : events) all += event;
  return all;
}

inline Reply read_in_pieces(Format format, std::string_view bytes, std::size_t piece) {
  const std::unique_ptr<AnswerReader> reader = AnswerReader::make(format);
  for (std::size_t at = 0; at < bytes.size(); at += piece) reader->take(bytes.substr(at, piece));
  return reader->finish();
}

inline Reply read_bytewise(Format format, std::string_view bytes) {
  return read_in_pieces(format, bytes, 1);
}

inline Reply read_answer(Format format, std::string_view bytes) {
  return read_in_pieces(format, bytes, std::max<std::size_t>(bytes.size(), 1));
}

// A stream, what is special in it, and the reply it holds.
struct Told {
  std::string_view what;
  std::string stream;
  Reply reply;
};

// What reading ends with: "corrupt", "unavailable", or "a reply".
inline std::string ending_of(Format format, std::string_view bytes) {
  try {
    read_answer(format, bytes);
    return "a reply";
  } catch (const Failure& failure) {
    return failure.kind() == Failure::Kind::corrupt ? "corrupt" : "unavailable";
  }
}

}  // namespace redcode::wire
