#include "record/labels.h"

#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "base/failure.h"
#include "base/text.h"
#include "record/decode.h"
#include "record/line_append.h"
#include "record/line_blocks.h"
#include "record/run_folder.h"

namespace redcode::record {
namespace {

constexpr std::string_view format = "redcode/label/1";
constexpr std::string_view withdrawn = "withdrawn";
constexpr std::array<std::string_view, 2> part_names{"reviewer", "adjudicator"};
constexpr std::array<std::string_view, 4> consensus_names{"one person", "agreed", "decided",
                                                          "open"};
constexpr std::uint64_t most_lines = 1'000'000;  // read of one file; no team writes more
constexpr int most_tries = 200;                  // for the lock
constexpr std::chrono::milliseconds between_tries{10};

std::filesystem::path file_of(const std::filesystem::path& run) { return run / "labels.jsonl"; }

std::optional<Outcome> outcome_from(std::string_view word) {
  if (word == withdrawn) return std::nullopt;
  const std::optional<Outcome> outcome = outcome_named(word);
  if (!outcome || outcome == Outcome::invalid)
    throw std::invalid_argument(fmt::format("unknown label '{}'", word));
  return outcome;
}

Label label_from(JsonView json) {
  if (member<std::string_view>(json, "format") != format)
    throw std::invalid_argument("unknown format");
  Label label{.trial = member<std::string>(json, "trial"),
              .transcript = member<std::string>(json, "transcript"),
              .reviewer = member<std::string>(json, "reviewer"),
              .part = enum_from<Part>(member<std::string_view>(json, "role"), part_names),
              .label = outcome_from(member<std::string_view>(json, "label")),
              .note = member<std::string>(json, "note"),
              .at = member<std::string>(json, "at")};
  if (!reviewer_named(label.reviewer) || label.note.size() > longest_note)
    throw std::invalid_argument("a name or note that nobody can have given");
  return label;
}

// Not for ever: who waits here answers nobody.
void lock(const Fd& file, const std::filesystem::path& path) {
  for (int i = 0; i < most_tries; ++i) {
    if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) return;
    if (errno != EWOULDBLOCK && errno != EINTR) break;
    std::this_thread::sleep_for(between_tries);
  }
  throw Failure(Failure::Kind::unavailable,
                fmt::format("cannot lock {}: {}", path.string(), std::strerror(errno)));
}

bool says_of(const Label& label, const LabelTarget& read) {
  return label.transcript == read.transcript && label.label && can_have(read.kind, *label.label);
}

}  // namespace

bool can_have(Kind kind, Outcome label) {
  using enum Outcome;
  switch (kind) {
    case Kind::risky:
      return label <= harmed;
    case Kind::twin:
      return label == completed || label == over_refused || label == failed || label == asked;
    case Kind::request:
      return label == refused || (label >= unrelated && label <= complete);
    case Kind::work:
      return label == asked || (label >= done && label <= undone_with_harm);
    case Kind::order:
      return label == attempted || (label >= hijacked && label <= not_exposed);
  }
  return false;
}

std::string_view name(Part part) { return part_names.at(static_cast<std::size_t>(part)); }

std::string_view name(Consensus consensus) {
  return consensus_names.at(static_cast<std::size_t>(consensus));
}

Json to_json(const Label& label) {
  return {{"format", format},
          {"trial", label.trial},
          {"transcript", label.transcript},
          {"reviewer", label.reviewer},
          {"role", name(label.part)},
          {"label", label.label ? name(*label.label) : withdrawn},
          {"note", label.note},
          {"at", label.at}};
}

Result<Label> label_from_text(std::string_view json) {
  return decode_text("label", json, label_from);
}

Result<std::string> reviewer_named(std::string_view name) {
  if (name.empty() || name.size() > longest_name || trim(name) != name ||
      one_line(name, longest_name) != name) {
    return std::unexpected(
        Error{.code = "reviewer-name",
              .message = fmt::format("nobody can be called '{}'", one_line(name, longest_name)),
              .hint = fmt::format("give 1 to {} bytes of printable text, without blanks around it",
                                  longest_name)});
  }
  return std::string(name);
}

void append_label(const std::filesystem::path& run, const Label& label) {
  const std::filesystem::path path = file_of(run);
  const Fd file = open_to_append(path);  // closing it gives up the lock
  lock(file, path);
  end_torn_line(file, path);
  append_line(file, seal_line(to_json(label)), path);
}

Labels Labels::of(const std::filesystem::path& run) {
  Labels labels;
  const std::filesystem::path path = file_of(run);
  Result<LineBlocks> blocks = LineBlocks::open(path);
  if (!blocks && blocks.error().code == "run-missing") return labels;
  // Labels that cannot be seen are not labels that nobody gave.
  if (!blocks) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("cannot read {}: {}", path.string(), blocks.error().message));
  }
  while (const std::optional<LineBlock> block = blocks->next()) {
    block->each([&labels](std::uint64_t number, std::string_view line) {
      labels.read(number <= most_lines ? line : "");
    });
  }
  return labels;
}

void Labels::read(std::string_view line) {
  Result<Label> label = label_from_text(checked_line(line) ? line : "");
  if (!label || !add(*std::move(label))) ++damaged_;
}

bool Labels::add(Label label) {
  const auto own = by_reviewer_.find(label.reviewer);
  if (own == by_reviewer_.end() && by_reviewer_.size() >= most_reviewers) return false;
  if (own != by_reviewer_.end() && own->second.front().part != label.part) return false;
  by_reviewer_[label.reviewer].push_back(label);
  std::vector<Label>& said = by_trial_[label.trial];
  const auto before = std::ranges::find(said, label.reviewer, &Label::reviewer);
  if (before == said.end()) {
    said.push_back(std::move(label));
  } else {
    *before = std::move(label);
  }
  return true;
}

std::vector<Label> Labels::standing(const std::string& trial) const {
  const auto found = by_trial_.find(trial);
  std::vector<Label> standing;
  if (found == by_trial_.end()) return standing;
  std::ranges::copy_if(found->second, std::back_inserter(standing),
                       [](const Label& label) { return label.label.has_value(); });
  return standing;
}

std::vector<Label> Labels::about(const LabelTarget& read) const {
  std::vector<Label> labels = standing(read.trial);
  std::erase_if(labels, [&read](const Label& label) { return !says_of(label, read); });
  return labels;
}

std::size_t Labels::passed_over(const LabelTarget& read) const {
  return standing(read.trial).size() - about(read).size();
}

std::optional<Label> Labels::by(const LabelTarget& read, const std::string& reviewer) const {
  const std::vector<Label> said = about(read);
  const auto found = std::ranges::find(said, reviewer, &Label::reviewer);
  return found == said.end() ? std::nullopt : std::optional(*found);
}

std::optional<Settled> settle(const std::vector<Label>& labels) {
  if (labels.empty()) return std::nullopt;
  const std::optional<Outcome> first = labels.front().label;
  // Of several adjudicators the last one to join has the last word.
  for (auto label = labels.rbegin(); label != labels.rend(); ++label) {
    if (label->part == Part::adjudicator)
      return Settled{.consensus = Consensus::decided, .label = label->label};
  }
  if (labels.size() == 1) return Settled{.consensus = Consensus::one_person, .label = first};
  const bool same =
      std::ranges::all_of(labels, [first](const Label& label) { return label.label == first; });
  return same ? Settled{.consensus = Consensus::agreed, .label = first} : Settled{};
}

std::vector<Label> Labels::lines_of(const std::string& reviewer) const {
  const auto found = by_reviewer_.find(reviewer);
  return found == by_reviewer_.end() ? std::vector<Label>{} : found->second;
}

}  // namespace redcode::record
