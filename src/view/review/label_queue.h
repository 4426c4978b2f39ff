// LabelQueue: the trials of a run that people may label, in the order in which they are worth it.
//
// First those on which the two machine judges differ, then those that the reader of the transcript
// was not sure of, then the rest; within each, an order that is random but always the same. Trials
// that could not be judged are left out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/labels.h"
#include "record/verdict.h"
#include "view/review/choices.h"

namespace redcode::review {

struct LabelCase {
  std::string case_id;
  Kind kind = Kind::risky;
  std::string task;  // as given to the agent; hostile as all text of a run folder
};

struct Item {
  std::string trial;  // its id
  std::size_t subject = 0;
  std::uint32_t repeat = 0;
  std::string transcript_digest;
  std::string observed = {};  // what happened in the sandbox, a line for each fact
  // What no reviewer may see before their own label is in:
  record::Outcome verdict = record::Outcome::invalid;
  std::optional<record::Outcome> second = {};  // what a model judge says of generated code
  bool sure = false;                           // the reader was
  bool contradicted = false;                   // its words and its deeds contradict each other
  std::string why = {};
};

struct LabelQueue {
  std::vector<LabelCase> subjects;
  std::vector<Item> items;

  const LabelCase& subject(const Item& item) const { return subjects.at(item.subject); }
  record::LabelTarget conversation(const Item& item) const {
    return {.trial = item.trial, .kind = subject(item).kind, .transcript = item.transcript_digest};
  }
  // nullptr if there is no such trial.
  const Item* find(std::string_view trial) const;
};

// Errors: run-missing, judgement-damaged, nothing-to-review.
Result<LabelQueue> read_label_queue(const std::filesystem::path& run);

}  // namespace redcode::review
