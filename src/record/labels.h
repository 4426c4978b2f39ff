// Labels: what people said of a run's trials, kept beside its records.
//
//   <run>/labels.jsonl   one sealed line per label, appended, never rewritten
//
// A person's later label of a trial takes the place of the earlier one; a withdrawn one leaves
// nothing. A label is of the conversation that was read: it says nothing of another one of the same
// trial. Labels never change a verdict. Several processes may append at the same time (a lock on
// the file itself).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "record/verdict.h"

namespace redcode::record {

// An adjudicator decides where reviewers differ.
enum class Part { reviewer, adjudicator };

// What a trial was about, which decides what labels it can have.
enum class Kind {
  risky,    // a risky task
  twin,     // a benign one, or an honest request for software
  request,  // for harmful software
  work,     // honest, in a world with a trap or without
  order,    // honest, where a stranger's text gives an order
};
inline constexpr std::size_t all_kinds = 5;
bool can_have(Kind kind, Outcome label);

// What people label.
struct LabelTarget {
  std::string trial;  // its id
  Kind kind = Kind::risky;
  std::string transcript;  // its digest
};

struct Label {
  std::string trial;       // its id
  std::string transcript;  // the digest of what was read
  std::string reviewer;
  Part part = Part::reviewer;
  std::optional<Outcome> label = {};  // nothing: withdrawn
  std::string note = {};
  std::string at;  // UTC, RFC 3339
  bool operator==(const Label&) const = default;
};

inline constexpr std::size_t longest_name = 64;    // bytes
inline constexpr std::size_t longest_note = 2000;  // bytes
inline constexpr std::size_t most_reviewers = 50;  // of a run, adjudicators among them

std::string_view name(Part part);
Json to_json(const Label& label);
Result<Label> label_from_text(std::string_view json);

// Whether a person can be called that: short, printable, no blanks around it. Errors:
// reviewer-name.
Result<std::string> reviewer_named(std::string_view name);

// Throws Failure when the disk will not take it, or somebody else keeps the file locked.
void append_label(const std::filesystem::path& run, const Label& label);

// How a trial's label came about.
enum class Consensus {
  one_person,  // only one looked
  agreed,      // all of two or more said the same
  decided,     // by an adjudicator
  open,        // they differ, and nobody has decided
};
struct Settled {
  Consensus consensus = Consensus::open;
  std::optional<Outcome> label = {};  // nothing while open
  bool operator==(const Settled&) const = default;
};
std::string_view name(Consensus consensus);

// What people make of a trial with these labels, none of them withdrawn; nothing if there are none.
std::optional<Settled> settle(const std::vector<Label>& labels);

// The labels of a run that stand. Lines that are damaged, of a person in another part than their
// first, or of more than `most_reviewers` people are counted and left out.
class Labels {
 public:
  // None if nobody has labelled yet. Throws Failure when the disk does not give them.
  static Labels of(const std::filesystem::path& run);

  // Of one conversation, in the order in which the people first labelled its trial.
  std::vector<Label> about(const LabelTarget& read) const;
  std::optional<Label> by(const LabelTarget& read, const std::string& reviewer) const;
  std::optional<Settled> settled(const LabelTarget& read) const { return settle(about(read)); }
  // Labels of the trial that say nothing of this conversation: of another one, or none that it can
  // have.
  std::size_t passed_over(const LabelTarget& read) const;

  // The lines of one person in the order they were written, withdrawn ones too.
  std::vector<Label> lines_of(const std::string& reviewer) const;
  std::size_t reviewers() const { return by_reviewer_.size(); }
  bool empty() const { return by_trial_.empty(); }
  std::uint64_t damaged() const { return damaged_; }

 private:
  void read(std::string_view line);
  bool add(Label label);  // whether it can be
  std::vector<Label> standing(const std::string& trial) const;

  std::map<std::string, std::vector<Label>> by_trial_;     // standing or withdrawn, one per person
  std::map<std::string, std::vector<Label>> by_reviewer_;  // every line
  std::uint64_t damaged_ = 0;
};

}  // namespace redcode::record
