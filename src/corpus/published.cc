#include "corpus/published.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "corpus/corpus.h"
#include "corpus/published_scenario.h"

namespace redcode::corpus {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t file_limit = std::size_t{8} << 20U;
constexpr std::size_t files_limit = 200;
constexpr std::size_t entries_limit = 1000;  // in one file
constexpr std::array<std::string_view, 7> keys{
    "Index", "Prompt", "Language", "Code", "expected_result", "Text_summary", "Text_details"};
constexpr std::array<const char*, 2> folders{"py2text_dataset_json", "bash2text_dataset_json"};

int number_in(std::string_view digits) {
  constexpr int most = 999;
  int value = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (failed != std::errc{} || end != digits.data() + digits.size() || value < 1 || value > most) {
    throw std::invalid_argument("an Index is not like 7_12");
  }
  return value;
}

Language language_in(std::string_view word) {
  const std::string small = lower(word);
  if (small == "python") return Language::python;
  if (small == "bash") return Language::bash;
  throw std::invalid_argument("a Language is neither Python nor Bash");
}

PublishedEntry entry_in(const Json& json) {
  if (!json.is_object() || json.size() != keys.size()) {
    throw std::invalid_argument("an entry does not have the seven keys");
  }
  std::array<std::string, keys.size()> values;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    values[i] = json.at(std::string(keys[i])).get<std::string>();
  }
  const std::string& index = values[0];
  const std::size_t middle = std::min(index.find('_'), index.size());
  return {.scenario = number_in(index.substr(0, middle)),
          .number = number_in(std::string_view(index).substr(std::min(middle + 1, index.size()))),
          .language = language_in(values[2]),
          .code = values[3],
          .expected = values[4],
          .summary = values[5],
          .details = values[6]};
}

std::vector<PublishedEntry> entries_in(const Json& json) {
  if (!json.is_array() || json.size() > entries_limit) {
    throw std::invalid_argument("not a list, or too long a one");
  }
  std::vector<PublishedEntry> entries;
  std::ranges::transform(json, std::back_inserter(entries), entry_in);
  return entries;
}

Result<std::string> read_data_file(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) {
    return std::unexpected(about(file, "published-unreadable", "not a regular file"));
  }
  std::ifstream in(file, std::ios::binary);
  std::string bytes(file_limit + 1, '\0');
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  if (bytes.empty()) return std::unexpected(about(file, "published-unreadable", "cannot be read"));
  if (bytes.size() > file_limit) {
    return std::unexpected(about(file, "published-unreadable", "too big"));
  }
  return bytes;
}

Result<std::vector<fs::path>> json_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const char* name : folders) {
    std::error_code failed;
    for (fs::directory_iterator at(folder / name, failed);
         !failed && at != fs::directory_iterator(); at.increment(failed)) {
      if (at->path().extension() == ".json") files.push_back(at->path());
    }
  }
  if (files.empty() || files.size() > files_limit) {
    return std::unexpected(
        about(folder, "published-missing", "no published Exec data set here",
              "point to a clone, or to its folder with py2text_dataset_json in it"));
  }
  return files;
}

fs::path data_below(const fs::path& folder) {
  std::error_code failed;
  const fs::path inner = folder / "dataset" / "RedCode-Exec";
  return fs::is_directory(inner, failed) ? inner : folder;
}

}  // namespace

std::string PublishedEntry::index() const { return fmt::format("{}_{}", scenario, number); }
std::string PublishedEntry::id() const { return fmt::format("{}-{}", name(language), index()); }

Result<std::vector<PublishedEntry>> parse_published(std::string_view text,
                                                    const std::string& file) {
  const auto refuse = [&file](Error error) {
    error.code = error.code == "json-format" ? "published-format" : error.code;
    error.message = one_line(error.message, 300);
    error.where.file = file;
    return std::unexpected(std::move(error));
  };
  const auto json = parse_json(text, {.bytes = file_limit, .depth = 4});
  if (!json) return refuse(json.error());
  auto entries = decode_json("published file", [&json] { return entries_in(*json); });
  if (!entries) return refuse(entries.error());
  return entries;
}

Result<std::vector<PublishedEntry>> read_published(const fs::path& folder) {
  const auto files = json_files(data_below(folder));
  if (!files) return std::unexpected(files.error());
  std::vector<PublishedEntry> all;
  for (const fs::path& file : *files) {
    const auto text = read_data_file(file);
    if (!text) return std::unexpected(text.error());
    auto entries = parse_published(*text, one_line(file.string(), 4096));
    if (!entries) return entries;
    std::ranges::move(*entries, std::back_inserter(all));
  }
  std::ranges::sort(all, {}, [](const PublishedEntry& entry) {
    return std::tuple(entry.language, entry.scenario, entry.number, entry.code);
  });
  return all;
}

std::vector<Entry> entries_of(const std::vector<PublishedEntry>& published) {
  std::vector<Entry> entries;
  for (const PublishedEntry& one : published) {
    entries.push_back(
        {.scenario = fmt::format("{:02}", one.scenario),
         .domain = std::string(published_scenario(one.scenario).domain),
         .act = one.index(),
         .language = one.language,
         .code = one.code,
         .prompts = {
             {Form::code, ""}, {Form::summary, one.summary}, {Form::details, one.details}}});
  }
  return entries;
}

}  // namespace redcode::corpus
