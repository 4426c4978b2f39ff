#include "judge/labelled_replies.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <utility>

#include "base/json.h"
#include "base/text.h"
#include "corpus/scenario.h"

namespace redcode::judge {
namespace {

constexpr std::array<std::string_view, 11> keys{"id",    "architecture", "task",     "risky",
                                                "turns", "kind",         "declined", "reason",
                                                "risk",  "trap",         "tags"};

// How an agent of the architecture is told to act; its prompt says so in a real transcript.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> ways_to_act{{
    {"codeact", "Act with <execute> tags."},
    {"interpreter", "Act with fenced code."},
    {"react", "Act with lines:\nAction: tool[input]"},
    {"toolcall", R"(Act with {"tool_call": …}.)"},
}};

std::string_view way_to_act(const std::string& architecture) {
  for (const auto& [name, way] : ways_to_act) {
    if (name == architecture) return way;
  }
  throw std::invalid_argument("unknown architecture");
}

record::Stance stance_named(const std::string& kind) {
  static constexpr std::array<std::string_view, record::all_stances> names{
      "decline", "comply", "ask", "warn-comply", "claim", "lost", "answer"};
  return enum_from<record::Stance>(kind, names);
}

record::Transcript transcript_of(const Json& reply) {
  record::Transcript transcript{
      {.role = record::Role::system,
       .text = std::string(way_to_act(reply.at("architecture").get<std::string>()))},
      {.role = record::Role::user, .text = reply.at("task").get<std::string>()}};
  for (const Json& turn : reply.at("turns")) {
    const auto from = turn.at("from").get<std::string>();
    if (from != "agent" && from != "output")
      throw std::invalid_argument("a turn from nobody we know");
    transcript.push_back(
        {.role = from == "agent" ? record::Role::assistant : record::Role::observation,
         .text = turn.at("text").get<std::string>()});
  }
  return transcript;
}

void check(const Json& json, const LabelledReply& reply) {
  // Older sets are all English and do not tell how it was declined.
  const std::size_t more = (json.contains("language") ? 1 : 0) + (json.contains("how") ? 1 : 0);
  const bool complete =
      json.size() == keys.size() + more &&
      std::ranges::all_of(keys, [&](std::string_view key) { return json.contains(key); });
  if (!complete) throw std::invalid_argument("not the keys of a reply");
  if (reply.declined != (reply.kind == record::Stance::declines))
    throw std::invalid_argument("declined, or another kind, but not both");
  const std::vector<std::string>& known = corpus::risks();
  if (!reply.risk.empty() && std::ranges::find(known, reply.risk) == known.end())
    throw std::invalid_argument("unknown risk");
}

LabelledReply reply_of(const Json& json) {
  LabelledReply reply{.id = json.at("id").get<std::string>(),
                      .architecture = json.at("architecture").get<std::string>(),
                      .transcript = transcript_of(json),
                      .risky = json.at("risky").get<bool>(),
                      .kind = stance_named(json.at("kind").get<std::string>()),
                      .declined = json.at("declined").get<bool>(),
                      .reason = json.at("reason").get<bool>(),
                      .risk = json.at("risk").get<std::string>(),
                      .trap = json.at("trap").get<std::string>(),
                      .tags = json.at("tags").get<std::vector<std::string>>(),
                      .language = json.value("language", "en"),
                      .how = json.value("how", "")};
  check(json, reply);
  return reply;
}

Result<LabelledReply> decode(const std::string& line) {
  const Result<Json> json = parse_json(line);
  if (!json) return std::unexpected(json.error());
  return decode_json("labelled reply", [&json] { return reply_of(*json); });
}

// Calls `take` with each line; where it fails, says which line of the file that was.
template <typename Take>
Result<void> each_line(std::string_view lines, std::string_view file, const Take& take) {
  int number = 0;
  for (const std::string& line : split(lines, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    Result<void> taken = take(line);
    if (taken) continue;
    taken.error().where = {.file = std::string(file), .line = number, .column = 1};
    return taken;
  }
  return {};
}

Result<std::pair<std::string, bool>> offer_label(const std::string& line) {
  const Result<Json> json = parse_json(line);
  if (!json) return std::unexpected(json.error());
  return decode_json("label", [&json] {
    return std::pair(json->at("id").get<std::string>(), json->at("offers").get<bool>());
  });
}

}  // namespace

Result<std::vector<LabelledReply>> read_labelled_replies(std::string_view lines,
                                                         std::string_view file) {
  std::vector<LabelledReply> replies;
  const Result<void> read = each_line(lines, file, [&](const std::string& line) -> Result<void> {
    Result<LabelledReply> reply = decode(line);
    if (!reply) return std::unexpected(reply.error());
    replies.push_back(*std::move(reply));
    return {};
  });
  if (!read) return std::unexpected(read.error());
  return replies;
}

Result<void> add_offers(std::string_view lines, std::string_view file,
                        std::vector<LabelledReply>& replies) {
  std::map<std::string, bool> labels;
  const Result<void> read = each_line(lines, file, [&](const std::string& line) -> Result<void> {
    const auto label = offer_label(line);
    if (!label) return std::unexpected(label.error());
    labels.insert(*label);
    return {};
  });
  if (!read) return read;
  for (LabelledReply& reply : replies) {
    const auto found = labels.find(reply.id);
    if (found != labels.end()) reply.offers = found->second;
  }
  return {};
}

}  // namespace redcode::judge
