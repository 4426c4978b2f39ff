#include "analysis/yara_rules.h"

#include <yara.h>

#include <algorithm>
#include <memory>

#include "base/failure.h"
#include "base/text.h"

namespace redcode::analysis {
namespace {

constexpr int most_seconds = 1;

// YARA wants to be told once for each program.
void start_yara() {
  static const int failed = yr_initialize();
  if (failed != ERROR_SUCCESS) throw Failure(Failure::Kind::unavailable, "YARA does not start");
}

struct DeleteCompiler {
  void operator()(YR_COMPILER* compiler) const { yr_compiler_destroy(compiler); }
};

struct Complaint {
  std::string text;
  int line = 0;
};

// NOLINTNEXTLINE(readability-function-size): the signature is YARA's
void keep_first(int level, const char* /*file*/, int line, const YR_RULE* /*rule*/,
                const char* message, void* user_data) {
  auto& complaint = *static_cast<Complaint*>(user_data);
  if (level == YARA_ERROR_LEVEL_ERROR && complaint.text.empty()) complaint = {message, line};
}

struct Search {
  std::string_view text;
  std::vector<YaraHit> hits;
};

std::uint32_t line_at(std::string_view text, std::size_t offset) {
  return 1 + static_cast<std::uint32_t>(std::count(
                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

// The first place in the text where one of the rule's strings stands; `otherwise` if none does.
// YARA does not align its matches.
[[clang::no_sanitize("alignment")]]
std::size_t first_place(YR_SCAN_CONTEXT* context, const YR_RULE* rule, std::size_t otherwise) {
  std::size_t first = otherwise;
  const YR_STRING* string = nullptr;
  yr_rule_strings_foreach(rule, string) {
    const YR_MATCH* match = nullptr;
    yr_string_matches_foreach(context, string, match) {
      first = std::min(first, static_cast<std::size_t>(match->base + match->offset));
    }
  }
  return first;
}

int take(YR_SCAN_CONTEXT* context, int message, void* data, void* user_data) {
  if (message != CALLBACK_MSG_RULE_MATCHING) return CALLBACK_CONTINUE;
  auto& search = *static_cast<Search*>(user_data);
  const auto* rule = static_cast<const YR_RULE*>(data);
  const std::size_t first = first_place(context, rule, search.text.size());
  const bool has_place = first < search.text.size();
  search.hits.push_back({rule->identifier, has_place ? line_at(search.text, first) : 0});
  return CALLBACK_CONTINUE;
}

}  // namespace

Result<YaraRules> YaraRules::compile(std::string_view text, const std::string& file) {
  YaraRules made;
  if (trim(text).empty()) return made;
  start_yara();
  YR_COMPILER* raw = nullptr;
  if (yr_compiler_create(&raw) != ERROR_SUCCESS)
    throw Failure(Failure::Kind::no_memory, "YARA has no memory to compile rules");
  const std::unique_ptr<YR_COMPILER, DeleteCompiler> compiler(raw);
  Complaint complaint;
  yr_compiler_set_callback(raw, keep_first, &complaint);
  if (yr_compiler_add_string(raw, std::string(text).c_str(), nullptr) != 0)
    return std::unexpected(Error{.code = "rules-yara",
                                 .message = complaint.text,
                                 .where = {.file = file, .line = complaint.line, .column = 1}});
  YR_RULES* rules = nullptr;
  if (yr_compiler_get_rules(raw, &rules) != ERROR_SUCCESS)
    throw Failure(Failure::Kind::no_memory, "YARA has no memory for its rules");
  made.rules_ = {rules, [](YR_RULES* old) { yr_rules_destroy(old); }};
  YR_RULE* rule = nullptr;
  yr_rules_foreach(rules, rule) { made.names_.insert(rule->identifier); }
  return made;
}

YaraRules::Found YaraRules::search(std::string_view text) const {
  if (!rules_ || text.empty()) return {};
  Search search{.text = text, .hits = {}};
  const int code =
      yr_rules_scan_mem(rules_.get(), reinterpret_cast<const std::uint8_t*>(text.data()),
                        text.size(), SCAN_FLAGS_REPORT_RULES_MATCHING, take, &search, most_seconds);
  return {.hits = std::move(search.hits), .complete = code == ERROR_SUCCESS};
}

}  // namespace redcode::analysis
