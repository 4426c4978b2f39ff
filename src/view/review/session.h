// Session: one person going through a run's label queue, blind.
//
// Neither the machine's verdict nor other people's labels are given out for a trial until this
// person's label of it is in and can no longer be taken back, which is when the next one is given.
// A trial whose conversation cannot be read is left out: nobody can label it.
// Everything is read from and written to the run folder; others may label at the same time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/json.h"
#include "record/labels.h"
#include "record/transcript.h"
#include "view/review/label_queue.h"

namespace redcode::review {

struct Reviewer {
  std::string name;
  record::Part part = record::Part::reviewer;
};

class Session {
 public:
  // Errors: reviewer-name, reviewer-role (who has labelled a run cannot decide between its
  // reviewers, nor the other way round), reviewers-too-many, and those of read_docket().
  static Result<Session> open(const std::filesystem::path& run, const Reviewer& reviewer);

  // Who, and how far.
  Json state();
  // The next trial to label behind `after` in the queue ("": the first), or {"done": true}.
  Json next(std::string_view after);
  // Takes {"trial", "label", "note"}. Errors: label-format, trial-unknown, trial-closed,
  // trial-unreadable, label-unknown, note-too-long, and those of a reviewer.
  Result<Json> label(const Json& said);
  // Takes back the last label, if it is the last thing this person did, and gives its trial.
  // Errors: nothing-to-undo (also after the figures), trial-unreadable, and those of a reviewer.
  Result<Json> undo();
  // Errors: queue-not-empty, because figures tell what the machine said: this person may yet have
  // to label a trial.
  Result<Json> agreement();

 private:
  Session(std::filesystem::path run, LabelQueue label_queue, Reviewer reviewer)
      : run_(std::move(run)),
        label_queue_(std::move(label_queue)),
        reviewer_(std::move(reviewer)) {}

  void refresh();
  Result<bool> may_label() const;          // this person, in this part
  bool is_for_us(const Item& item) const;  // open, or closed by us
  bool is_open(const Item& item) const;
  bool may_come(const Item& item) const;  // open, or will be for an adjudicator if reviewers differ
  Result<record::Transcript> transcript(const Item& item);
  void say(const Item& item, std::optional<record::Outcome> label, std::string note);
  Json label_item(const Item& item, const record::Transcript& transcript) const;
  Json revealed() const;

  std::filesystem::path run_;
  LabelQueue label_queue_;
  Reviewer reviewer_;
  record::Labels labels_;
  std::uintmax_t bytes_read_ = 0;                 // of the labels
  std::filesystem::file_time_type read_at_ = {};  // they were last changed
  std::set<std::string> unreadable_ = {};         // trials, as far as they were looked at
  bool told_ = false;                             // the figures
};

}  // namespace redcode::review
