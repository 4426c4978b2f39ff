// Line: what a persona or a script says next, and how the server misbehaves while saying it.
#pragma once

#include <string>
#include <vector>

#include "record/transcript.h"

namespace redcode::personas {

struct Line {
  std::string text = {};
  std::vector<record::ToolCall> calls = {};
  int http_status = 200;  // other than 200: an error instead of a reply; `text` may say why
  bool stall = false;     // never answers
  bool broken = false;    // answers with bytes that are not the wire format
  bool reset = false;     // hangs up in the middle of the answer
  bool half = false;      // ends properly in the middle of the answer
  bool operator==(const Line&) const = default;
};

}  // namespace redcode::personas
