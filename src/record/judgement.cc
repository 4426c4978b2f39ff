#include "record/judgement.h"

#include <sys/file.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <limits>
#include <map>

#include "base/failure.h"
#include "record/decode.h"
#include "record/line_append.h"
#include "record/run_file.h"
#include "record/run_folder.h"

namespace redcode::record {
namespace {

constexpr std::string_view format = "redcode/judgement/1";
constexpr std::uint64_t past_all = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t enough_to_write = std::size_t{1} << 20U;

std::filesystem::path folder_of(const std::filesystem::path& run) { return run / "judgements"; }

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view doing, int error) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(error)));
}

// What is written into a link, or read from one, would be somewhere else.
void require_folder(const std::filesystem::path& folder) {
  if (not_a_link(folder)) return;
  throw Failure(Failure::Kind::corrupt,
                fmt::format("{} is not a folder but a link or something else", folder.string()));
}

// Finished judgements by their numbers.
std::map<std::uint64_t, std::filesystem::path> judgements_in(const std::filesystem::path& folder) {
  require_folder(folder);
  std::map<std::uint64_t, std::filesystem::path> found;
  std::error_code error;
  for (const std::filesystem::path& path : entries_in(folder, error)) {
    const std::string name = path.filename().string();
    std::uint64_t number = 0;
    const auto [end, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (wrong == std::errc{} && std::string_view(end) == ".jsonl") found[number] = path;
  }
  // Verdicts that cannot be seen must not fall back to older ones.
  if (error && error != std::errc::no_such_file_or_directory) fail(folder, "read", error.value());
  return found;
}

// What one line says: of a record, or at the end, how many such lines there are.
struct Line {
  std::uint64_t record = past_all;
  Judgement::Said said = {};
  std::uint64_t lines = 0;
};

Line line_from(JsonView json) {
  simdjson::dom::element counts;
  if (json.at_key("counts").get(counts) == simdjson::SUCCESS)
    return {.lines = member<std::uint64_t>(counts, "lines")};
  return {.record = member<std::uint64_t>(json, "line"),
          .said = {.trial_id = member<std::string>(json, "trial"),
                   .verdict = verdict_from(member(json, "verdict"))}};
}

Result<Line> read_line(Lines& lines) {
  const std::string text = lines.next().value_or("");
  return decode_text("judgement", checked_line(text) ? text : "", line_from);
}

bool head_is_ours(Lines& lines) {
  const std::string text = lines.next().value_or("");
  const Result<Json> head = run_json(checked_line(text) ? text : "");
  return head && member_or<std::string>(*head, "format", "") == format;
}

// Whether the rest of `text` is lines in rising order, as many as its last one says, and no more.
bool whole(Lines& text) {
  std::uint64_t lines = 0;
  for (std::uint64_t before = 0;; ++lines) {
    const Result<Line> line = read_line(text);
    if (!line || line->record <= before) return false;
    if (line->record == past_all) return line->lines == lines && !text.next();
    before = line->record;
  }
}

}  // namespace

JudgementWriter::JudgementWriter(const std::filesystem::path& run, const Json& judge)
    : folder_(folder_of(run)) {
  require_folder(folder_);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) fail(folder_, "make", error.value());
  lock_ = open_to_append(folder_ / "lock");
  if (flock(lock_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("another process is judging {}; wait for it", run.string()));
  }
  remove_parts(folder_);
  file_ = std::make_unique<AtomicFile>(folder_);
  write({{"format", format}, {"judge", judge}});
}

void JudgementWriter::write(const Json& json) {
  waiting_ += seal_line(json);
  waiting_ += '\n';
  if (waiting_.size() >= enough_to_write) flush();
}

void JudgementWriter::flush() { file_->write(std::exchange(waiting_, {})); }

void JudgementWriter::differs(std::uint64_t line, const std::string& trial_id,
                              const Verdict& verdict) {
  write({{"line", line}, {"trial", trial_id}, {"verdict", to_json(verdict)}});
  ++lines_;
}

std::filesystem::path JudgementWriter::finish(Json counts) {
  counts["lines"] = lines_;
  write({{"counts", counts}});
  flush();
  const auto before = judgements_in(folder_);
  const std::uint64_t number = before.empty() ? 1 : before.rbegin()->first + 1;
  const std::filesystem::path path = folder_ / fmt::format("{:04}.jsonl", number);
  file_->publish(path);
  return path;
}

Result<std::optional<Judgement>> Judgement::last(const std::filesystem::path& run) {
  const auto all = judgements_in(folder_of(run));
  if (all.empty()) return std::nullopt;
  const std::filesystem::path& path = all.rbegin()->second;
  const auto damaged = [&path] {
    return std::unexpected(
        Error{.code = "judgement-damaged",
              .message =
                  fmt::format("{} is damaged, was edited, or is of another version", path.string()),
              .hint = "judge the run again; or remove the file, and the verdicts before it count"});
  };
  Result<Lines> first = Lines::open(path);
  if (!first || !head_is_ours(*first) || !whole(*first)) return damaged();
  Result<Lines> again = Lines::open(path);
  if (!again || !head_is_ours(*again)) return damaged();
  Judgement judgement(run, *std::move(again));
  judgement.advance();
  return judgement;
}

void Judgement::advance() {
  Result<Line> line = read_line(lines_);
  if (!line) throw Failure(Failure::Kind::corrupt, "a judgement changed while it was being read");
  line_ = line->record;
  said_ = std::move(line->said);
}

const Judgement::Said* Judgement::of(std::uint64_t line) {
  while (line_ < line) advance();
  return line_ == line ? &said_ : nullptr;
}

bool Judgement::apply(std::uint64_t line, Record& record) {
  const Said* const said = of(line);
  if (said == nullptr) return false;
  if (said->trial_id != record.trial.id()) {
    throw Failure(
        Failure::Kind::corrupt,
        fmt::format("lines of {0}/records.jsonl were added or removed since {0} was judged; "
                    "judge it again",
                    run_.string()));
  }
  record.verdict = said->verdict;
  return true;
}

}  // namespace redcode::record
