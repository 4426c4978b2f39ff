// The one retry rule: what is asked again, when, and for how long.
//
// What may pass is asked again until the deadline; what would not change is not. No clock and no
// network here, so that the rule can be read and tested as a table.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "http/http.h"

namespace redcode::models {

// Why one try gave no reply.
struct Trouble {
  enum class Kind {
    no_answer,   // no connection, silence, an answer that broke off, an error in mid-stream
    off_format,  // an answer in no format we know, or half of one
    status,      // an answer that says no
  };
  Kind kind = Kind::no_answer;
  std::string what = {};  // for people
  int status = 0;
  std::optional<std::chrono::milliseconds> asked_wait = {};  // what the server wants us to wait
  bool out_of_credit = false;                                // no waiting will change it
};

// The trouble an answer with a status that is no success makes. `now` is for waits given as a date.
Trouble trouble_of(const http::Response& response, std::chrono::system_clock::time_point now);

// The server is asked for more than it can do now.
bool is_overload(int status);

// The server takes no offence at us but at this one request: it is malformed, or too long.
bool says_bad_call(const Trouble& trouble);

// What to do after a try that gave no reply.
struct Step {
  std::optional<std::chrono::milliseconds> wait = {};  // then ask again; nothing: give up
  std::string why_not = {};                            // if one gives up
};

class Retry {
 public:
  // Waits double from `first_backoff` to 20 s.
  explicit Retry(std::chrono::milliseconds first_backoff) : first_backoff_(first_backoff) {}

  // `left` is what is left of the deadline; `chance`, from 0 up to 1, says where in the upper half
  // of its backoff a wait lies, so that many who wait do not come back at once.
  Step after(const Trouble& trouble, std::chrono::milliseconds left, double chance);

 private:
  std::chrono::milliseconds first_backoff_;
  int tries_ = 0;
  int off_format_in_a_row_ = 0;
};

}  // namespace redcode::models
