#include "record/run_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <thread>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/failure.h"
#include "record/line_append.h"
#include "record/run_file.h"

namespace redcode::record {
namespace {

// `,"check":"<16 hex digits>"}` closes every line; the digits are of the bytes before the comma.
constexpr std::string_view check_key = ",\"check\":\"";
constexpr std::size_t check_digits = 16;
constexpr std::size_t check_size = check_key.size() + check_digits + 2;

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view doing) {
  throw Failure(Failure::Kind::unwritable,
                fmt::format("cannot {} {}: {}", doing, path.string(), std::strerror(errno)));
}

// Who only looks whether a run is under way holds the lock for an instant.
bool lock_soon(const Fd& file) {
  for (int tries = 0; tries < 10; ++tries) {
    if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

// What stands there already is left alone, whatever it is: who reads it looks.
void write_once(const std::filesystem::path& path, const std::string& text) {
  if (!std::filesystem::exists(std::filesystem::symlink_status(path))) write_atomically(path, text);
}

}  // namespace

std::string seal_line(const Json& json) {
  std::string line = dump_json(json);
  line.pop_back();  // the closing brace comes back behind the check
  const std::string check = sha256_hex(line).substr(0, check_digits);
  return fmt::format("{}{}{}\"}}", line, check_key, check);
}

Result<std::string_view> checked_line(std::string_view line) {
  const std::size_t body = line.size() < check_size ? 0 : line.size() - check_size;
  if (body == 0 || line.substr(body, check_key.size()) != check_key) {
    return std::unexpected(
        Error{.code = "line-unsealed", .message = "the line is cut short or not ours"});
  }
  const std::string_view check = line.substr(body + check_key.size(), check_digits);
  if (sha256_hex(line.substr(0, body)).substr(0, check_digits) != check) {
    return std::unexpected(
        Error{.code = "line-damaged", .message = "the line does not match its checksum"});
  }
  return line;
}

RunWriter::RunWriter(const std::filesystem::path& folder, const Json& manifest)
    : folder_(folder), blobs_(folder / "blobs") {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) {
    throw Failure(Failure::Kind::unavailable, fmt::format("cannot make the run folder {}: {}",
                                                          folder_.string(), error.message()));
  }
  if (!not_a_link(folder_ / "blobs")) {
    throw Failure(
        Failure::Kind::corrupt,
        fmt::format("{}/blobs is not a folder but a link or something else", folder_.string()));
  }
  lock_ = open_to_append(folder_ / "lock");
  if (!lock_soon(lock_)) {
    throw Failure(Failure::Kind::unavailable,
                  fmt::format("another process is writing to {}; wait for it or give another --out",
                              folder_.string()));
  }
  write_once(folder_ / "manifest.json", pretty_json(manifest) + "\n");
  records_ = open_to_append(folder_ / "records.jsonl");
  end_torn_line(records_, folder_ / "records.jsonl");
  blobs_.remove_parts();
}

void RunWriter::replace_manifest(const Json& manifest) {
  write_atomically(folder_ / "manifest.json", pretty_json(manifest) + "\n");
}

void RunWriter::flush() {
  if (::fdatasync(records_.get()) != 0) fail(folder_ / "records.jsonl", "write");
  flushed_ = std::chrono::steady_clock::now();
}

void RunWriter::keep_cases(const std::vector<Json>& cases) {
  std::string text;
  for (const Json& subject : cases) text += seal_line(subject) + "\n";
  write_once(folder_ / "cases.jsonl", text);
}

void RunWriter::append(const Record& record) {
  append_line(records_, seal_line(to_json(record)), folder_ / "records.jsonl");
  if (std::chrono::steady_clock::now() - flushed_ > std::chrono::seconds(1)) flush();
}

Result<Json> RunReader::manifest() const {
  Result<std::string> text = read_run_file(folder_ / "manifest.json", largest_manifest);
  if (text) return run_json(*text);
  Error error = std::move(text).error();
  if (error.code == "run-missing")
    error.message = fmt::format("{} is not a run folder", folder_.string());
  return std::unexpected(std::move(error));
}

Result<ReadSummary> RunReader::each_line(std::string_view name, const Visit& visit) const {
  Result<LineBlocks> blocks = LineBlocks::open(folder_ / name);
  if (!blocks) return std::unexpected(blocks.error());
  ReadSummary summary;
  while (const std::optional<LineBlock> block = blocks->next()) {
    block->each([&](std::uint64_t number, std::string_view line) {
      const bool sound = checked_line(line) && visit(number, line);
      ++(sound ? summary.read : summary.damaged);
    });
  }
  return summary;
}

Result<ReadSummary> RunReader::each_stored(const std::function<void(const Record&)>& visit) const {
  return each_line("records.jsonl", [&](std::uint64_t, std::string_view line) {
    const Result<Record> record = record_from_text(line);
    if (record) visit(*record);
    return record.has_value();
  });
}

Result<ReadSummary> RunReader::each_record(const std::function<void(const Record&)>& visit) const {
  Result<std::optional<Judgement>> judged = last_judgement();
  if (!judged) return std::unexpected(judged.error());
  if (!*judged) return each_stored(visit);
  return each_line("records.jsonl", [&](std::uint64_t number, std::string_view line) {
    Result<Record> record = record_from_text(line);
    if (!record) return false;
    (*judged)->apply(number, *record);
    visit(*record);
    return true;
  });
}

Result<LineBlocks> RunReader::record_blocks() const {
  return LineBlocks::open(folder_ / "records.jsonl");
}

Result<ReadSummary> RunReader::each_case(const std::function<void(const Json&)>& visit) const {
  return each_line("cases.jsonl", [&visit](std::uint64_t, std::string_view line) {
    Result<Json> json = run_json(line);
    if (!json) return false;
    json->erase("check");
    visit(*json);
    return true;
  });
}

}  // namespace redcode::record
