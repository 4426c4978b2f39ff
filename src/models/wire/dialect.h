// Dialect: one wire format, seen from both sides. wire.h dispatches to these; nobody else needs
// them. Bodies are JSON here: wire.cc turns them to text and back.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "models/wire/wire.h"

namespace redcode::wire {

class Dialect {
 public:
  virtual ~Dialect() = default;

  virtual std::string path_of(const Question& question) const = 0;
  virtual Json write_question(const Question& question) const = 0;
  // `body` is an object.
  virtual Result<Question> read_question(std::string_view target, const Json& body) const = 0;
  // `body` is an object.
  virtual Json with_model(Json body, std::string_view model) const {
    body["model"] = model;
    return body;
  }

  virtual std::unique_ptr<AnswerReader> reader() const = 0;
  virtual Json write_answer(const Question& question, const Reply& reply) const = 0;
  virtual std::vector<std::string> write_events(const Question& question,
                                                const Reply& reply) const = 0;
  virtual Json write_error(int status, const Error& error) const = 0;
};

const Dialect& chat_dialect();
const Dialect& responses_dialect();
const Dialect& messages_dialect();
const Dialect& gemini_dialect();

}  // namespace redcode::wire
