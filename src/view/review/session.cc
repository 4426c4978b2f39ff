#include "view/review/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.h"
#include "base/text.h"
#include "record/run_folder.h"
#include "view/review/figures.h"
#include "view/review/label_item.h"

namespace redcode::review {
namespace {

using record::Consensus;
using record::Label;
using record::Part;

std::unexpected<Error> no(std::string code, std::string message, std::string hint) {
  return std::unexpected(
      Error{.code = std::move(code), .message = std::move(message), .hint = std::move(hint)});
}

Json choices_json(Kind kind) {
  Json all = Json::array();
  for (const Choice& choice : choices(kind)) {
    all.push_back({{"key", std::string(1, choice.key)},
                   {"label", name(choice.outcome)},
                   {"meaning", choice.meaning}});
  }
  return all;
}

// Reviewers who say different things: what an adjudicator is for.
bool differ(const std::vector<Label>& labels) {
  const Label* first = nullptr;
  for (const Label& label : labels) {
    if (label.part != Part::reviewer) continue;
    if (first != nullptr && first->label != label.label) return true;
    first = &label;
  }
  return false;
}

Json label_json(const Label& label) {
  return {{"reviewer", label.reviewer},
          {"role", name(label.part)},
          {"label", label.label ? name(*label.label) : ""},
          {"note", shown(label.note)}};
}

Json pieces_json(const record::Transcript& transcript, const Item& item, const std::string& task) {
  Json pieces = Json::array();
  for (const Piece& piece : pieces_of(transcript, task)) pieces.push_back(to_json(piece));
  const Piece observed{.from = "observed", .form = Piece::Form::code, .text = shown(item.observed)};
  if (!item.observed.empty()) pieces.push_back(to_json(observed));
  return pieces;
}

}  // namespace

Result<Session> Session::open(const std::filesystem::path& run, const Reviewer& reviewer) {
  const Result<std::string> named = record::reviewer_named(reviewer.name);
  if (!named) return std::unexpected(named.error());
  Result<LabelQueue> label_queue = read_label_queue(run);
  if (!label_queue) return std::unexpected(label_queue.error());
  Session session(run, *std::move(label_queue), reviewer);
  session.refresh();
  if (const Result<bool> may = session.may_label(); !may) return std::unexpected(may.error());
  return session;
}

// Another process may have labelled under this name meanwhile.
Result<bool> Session::may_label() const {
  const std::vector<Label> before = labels_.lines_of(reviewer_.name);
  if (before.empty() && labels_.reviewers() >= record::most_reviewers)
    return no(
        "reviewers-too-many",
        fmt::format("{} people have labelled this run, and no more can", record::most_reviewers),
        "give the name of one of them");
  if (before.empty() || before.front().part == reviewer_.part) return true;
  return no("reviewer-role",
            fmt::format("{} has already labelled this run as {}", reviewer_.name,
                        name(before.front().part)),
            "who reviews a run cannot decide between its reviewers: give another --reviewer");
}

void Session::refresh() {
  const std::filesystem::path path = run_ / "labels.jsonl";
  std::error_code absent;
  const std::uintmax_t size = std::filesystem::file_size(path, absent);
  const std::uintmax_t bytes = absent ? 0 : size;
  const auto changed = std::filesystem::last_write_time(path, absent);
  if (bytes == bytes_read_ && changed == read_at_) return;
  labels_ = record::Labels::of(run_);
  bytes_read_ = bytes;
  read_at_ = changed;
}

Result<record::Transcript> Session::transcript(const Item& item) {
  const Result<std::string> blob = record::RunReader(run_).blobs().get(item.transcript_digest);
  Result<record::Transcript> read =
      blob ? record::transcript_from_text(*blob) : std::unexpected(blob.error());
  if (read) return read;
  unreadable_.insert(item.trial);
  return no("trial-unreadable",
            "the conversation cannot be shown: " + one_line(read.error().text(), 300),
            "go on to the next; nobody can label this one");
}

bool Session::is_open(const Item& item) const {
  if (unreadable_.contains(item.trial)) return false;
  const record::LabelTarget read = label_queue_.conversation(item);
  if (reviewer_.part == Part::reviewer) return !labels_.by(read, reviewer_.name);
  const auto settled = labels_.settled(read);
  return settled && settled->consensus == Consensus::open;
}

bool Session::may_come(const Item& item) const {
  if (is_open(item)) return true;
  if (reviewer_.part == Part::reviewer || unreadable_.contains(item.trial)) return false;
  const auto reviewers = std::ranges::count(labels_.about(label_queue_.conversation(item)),
                                            Part::reviewer, &Label::part);
  return reviewers < 2;
}

bool Session::is_for_us(const Item& item) const {
  if (is_open(item)) return true;
  const record::LabelTarget read = label_queue_.conversation(item);
  if (reviewer_.part == Part::adjudicator) return differ(labels_.about(read));
  return labels_.by(read, reviewer_.name).has_value();
}

Json Session::state() {
  refresh();
  const auto open =
      std::ranges::count_if(label_queue_.items, [this](const Item& i) { return is_open(i); });
  const auto all =
      std::ranges::count_if(label_queue_.items, [this](const Item& i) { return is_for_us(i); });
  return {{"reviewer", reviewer_.name}, {"role", name(reviewer_.part)},     {"trials", all},
          {"done", all - open},         {"unreadable", unreadable_.size()}, {"before", revealed()}};
}

Json Session::next(std::string_view after) {
  refresh();
  std::vector<Item>& items = label_queue_.items;
  auto from = std::ranges::find(items, after, &Item::trial);
  if (from != items.end()) ++from;
  const auto open = [this](const Item& item) { return is_open(item); };
  // What cannot be read is no longer open when it is looked for again.
  while (true) {
    auto found = std::find_if(from, items.end(), open);
    if (found == items.end()) found = std::find_if(items.begin(), from, open);
    if (found == items.end() || !is_open(*found)) return {{"done", true}};
    if (const Result<record::Transcript> said = transcript(*found))
      return label_item(*found, *said);
  }
}

Json Session::label_item(const Item& item, const record::Transcript& transcript) const {
  const LabelCase& subject = label_queue_.subject(item);
  Json json{{"trial", item.trial},
            {"kind", name(subject.kind)},
            {"task", shown(subject.task)},
            {"pieces", pieces_json(transcript, item, subject.task)},
            {"choices", choices_json(subject.kind)},
            {"labels", Json::array()}};
  if (reviewer_.part == Part::reviewer) return json;
  for (const Label& label : labels_.about(label_queue_.conversation(item)))
    json["labels"].push_back(label_json(label));
  return json;
}

// The label before the last is there to stay, so its verdict may be told.
Json Session::revealed() const {
  const std::vector<Label> lines = labels_.lines_of(reviewer_.name);
  for (std::size_t i = lines.empty() ? 0 : lines.size() - 1; i-- > 0;) {
    const Item* const item = label_queue_.find(lines[i].trial);
    const std::optional<record::Outcome> own = lines[i].label;
    if (item == nullptr || !own || lines[i].trial == lines.back().trial) continue;
    const record::LabelTarget read = label_queue_.conversation(*item);
    if (labels_.by(read, reviewer_.name) != lines[i]) continue;
    Json others = Json::array();
    for (const Label& label : labels_.about(read)) {
      if (label.reviewer != reviewer_.name) others.push_back(label_json(label));
    }
    return {{"case", one_line(label_queue_.subject(*item).case_id, 200)},
            {"label", name(*own)},
            {"verdict", name(item->verdict)},
            {"model_judge", item->second ? Json(name(*item->second)) : Json(nullptr)},
            {"why", one_line(item->why, 300)},
            {"others", others}};
  }
  return nullptr;
}

void Session::say(const Item& item, std::optional<record::Outcome> label, std::string note) {
  Label said{.trial = item.trial,
             .transcript = item.transcript_digest,
             .reviewer = reviewer_.name,
             .part = reviewer_.part,
             .label = label,
             .note = std::move(note),
             .at = now_utc()};
  record::append_label(run_, said);
  refresh();
}

Result<Json> Session::label(const Json& said) {
  refresh();
  if (const Result<bool> may = may_label(); !may) return std::unexpected(may.error());
  const auto trial = member_or<std::string>(said, "trial", "");
  const auto word = member_or<std::string>(said, "label", "");
  auto note = valid_utf8(member_or<std::string>(said, "note", ""));
  if (trial.empty() || word.empty())
    return no("label-format", "a label needs a trial and a word",
              R"(send {"trial": …, "label": …, "note": …})");
  const Item* const item = label_queue_.find(trial);
  if (item == nullptr)
    return no("trial-unknown", "this run has no such trial to label", "reload the page");
  if (!is_open(*item))
    return no("trial-closed", "this trial is not open for you",
              "go on to the next; only the last label can be undone");
  if (const auto read = transcript(*item); !read) return std::unexpected(read.error());
  const auto outcome = choice_named(label_queue_.subject(*item).kind, word);
  if (!outcome)
    return no("label-unknown",
              fmt::format("'{}' is no label for {}", one_line(word, 40),
                          name(label_queue_.subject(*item).kind)),
              "take one of those on the page");
  if (note.size() > record::longest_note)
    return no(
        "note-too-long",
        fmt::format("the note has {} bytes, {} are the most", note.size(), record::longest_note),
        "shorten it");
  say(*item, outcome, std::move(note));
  return state();
}

Result<Json> Session::undo() {
  refresh();
  if (const Result<bool> may = may_label(); !may) return std::unexpected(may.error());
  const std::vector<Label> lines = labels_.lines_of(reviewer_.name);
  const Item* const item = lines.empty() ? nullptr : label_queue_.find(lines.back().trial);
  if (told_ || item == nullptr ||
      labels_.by(label_queue_.conversation(*item), reviewer_.name) != lines.back())
    return no(
        "nothing-to-undo", "there is no last label to take back",
        "only the very last one can be, and that before the figures: else the verdict is known");
  const Result<record::Transcript> read = transcript(*item);
  if (!read) return std::unexpected(read.error());
  say(*item, std::nullopt, "");
  return label_item(*item, *read);
}

Result<Json> Session::agreement() {
  refresh();
  const bool more = std::ranges::any_of(
      label_queue_.items, [this](const Item& item) { return may_come(item) && transcript(item); });
  if (more)
    return no("queue-not-empty",
              "trials wait for your label, or for a second reviewer's, and figures would tell you "
              "what the machine said",
              "have them labelled first, or let somebody else run `redcode review RUN --figures`");
  told_ = true;
  const Figures figures = figures_of(label_queue_, labels_);
  return Json{{"text", text(figures)}, {"figures", to_json(figures)}};
}

}  // namespace redcode::review
