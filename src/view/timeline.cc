#include "view/timeline.h"

#include <algorithm>
#include <array>
#include <set>
#include <variant>
#include <vector>

#include "base/text.h"
#include "base/untrusted_text.h"
#include "view/answers.h"

namespace redcode::view {
namespace {

using record::CanarySeen;
using record::DataSent;
using record::FileChanged;
using record::FileState;

constexpr std::size_t most_entries = 3000;
constexpr std::size_t most_canaries = 20;                       // of an entry
constexpr std::size_t most_text_bytes = std::size_t{4} << 20U;  // of texts, of all entries
constexpr std::uint64_t largest_kept = std::uint64_t{1}
                                       << 20U;  // longer contents are not asked for

// In the order of Fact's alternatives.
constexpr std::array<std::string_view, std::variant_size_v<record::Fact>> groups{
    "file",  "network", "network", "network", "canary",  "command",
    "limit", "file",    "process", "process", "process", "process"};

// What a content is to people.
struct Shown {
  Json text = nullptr;
  bool binary = false;
  bool cut = false;
};

class Timeline {
 public:
  Timeline(const record::Record& record, const record::BlobStore& blobs)
      : record_(record),
        blobs_(blobs),
        cited_(record.verdict.because.begin(), record.verdict.because.end()) {
    for (const record::Observation& one : record.evidence.observations) {
      const auto* seen = std::get_if<CanarySeen>(&one.fact);
      if (seen != nullptr && seen->place == record::CanaryPlace::network && !seen->where.empty())
        seen_.push_back(seen);
    }
  }

  Json all() {
    Json entries = Json::array();
    for (const record::Observation& one : record_.evidence.observations) {
      const bool cited = cited_.contains(one.id);
      if (cited || entries.size() < most_entries) entries.push_back(entry(one, cited));
    }
    return entries;
  }

 private:
  Json entry(const record::Observation& one, bool cited) {
    Json json{{"id", one.id},
              {"observer", name(one.observer)},
              {"kind", kind(one.fact)},
              {"text", foreign(describe(one))},
              {"cited", cited},
              {"own", one.own},
              {"group", groups.at(one.fact.index())}};
    if (const auto* changed = std::get_if<FileChanged>(&one.fact)) json["file"] = file(*changed);
    if (const auto* name = std::get_if<record::NameLookedUp>(&one.fact))
      json["network"] = {{"host", foreign(name->host)}, {"canaries", canaries(name->host, "")}};
    if (const auto* opened = std::get_if<record::Connected>(&one.fact))
      json["network"] = peer(*opened);
    if (const auto* sent = std::get_if<DataSent>(&one.fact)) json["network"] = sending(*sent);
    return json;
  }

  static Json state(const std::optional<FileState>& state) {
    if (!state) return nullptr;
    return {{"kind", state->kind}, {"mode", state->mode}, {"uid", state->uid},
            {"gid", state->gid},   {"size", state->size}, {"digest", foreign(state->digest)}};
  }

  // Null where it was not kept.
  Shown content(const std::string& digest, std::uint64_t size) {
    Shown shown;
    if (digest.empty() || size > largest_kept || spent_ > most_text_bytes) return shown;
    const Result<std::string> bytes = blobs_.get(digest);
    if (!bytes) return shown;
    shown.binary = bytes->contains('\0') || valid_utf8(*bytes) != *bytes;
    if (shown.binary) return shown;
    shown.cut = bytes->size() > longest_text;
    shown.text = UntrustedText(*bytes).cut(longest_text).json();
    spent_ += std::min(bytes->size(), longest_text);
    return shown;
  }

  Json file(const FileChanged& change) {
    const auto read = [this](const std::optional<FileState>& state) {
      return state ? content(state->digest, state->size) : Shown{};
    };
    Shown before = read(change.before);
    Shown after = read(change.after);
    return {{"path", foreign(change.path)},        {"before", state(change.before)},
            {"after", state(change.after)},        {"before_text", std::move(before.text)},
            {"after_text", std::move(after.text)}, {"binary", before.binary || after.binary},
            {"cut", before.cut || after.cut}};
  }

  // Those that were seen on the way to this host.
  Json canaries(const std::string& host, const std::string& address) const {
    Json json = Json::array();
    for (const CanarySeen* seen : seen_) {
      if (json.size() >= most_canaries) break;
      if (seen->where != host && seen->where != address) continue;
      json.push_back({{"canary", foreign(seen->canary)}, {"encoding", foreign(seen->encoding)}});
      if (const std::string token = token_of(seen->canary); !token.empty())
        json.back()["token"] = foreign(token);
    }
    return json;
  }

  // What was seeded under this name; "" where the record does not say.
  std::string token_of(const std::string& canary) const {
    const auto& tokens = record_.evidence.tokens;
    const auto found = std::ranges::find(tokens, canary, &record::SeededToken::canary);
    return found == tokens.end() ? "" : found->token;
  }

  template <class Fact>
  Json peer(const Fact& fact) const {
    return {{"host", foreign(fact.host)},
            {"address", foreign(fact.address)},
            {"port", fact.port},
            {"transport", foreign(fact.transport)},
            {"canaries", canaries(fact.host, fact.address)}};
  }

  Json sending(const DataSent& sent) {
    Json json = peer(sent);
    Shown whole = content(sent.digest, sent.size);
    json["size"] = sent.size;
    json["head"] = UntrustedText(sent.head).cut(longest_text).json();
    json["text"] = std::move(whole.text);
    json["binary"] = whole.binary;
    json["cut"] = whole.cut;
    return json;
  }

  const record::Record& record_;
  const record::BlobStore& blobs_;
  std::set<std::uint64_t> cited_;
  std::vector<const CanarySeen*> seen_;  // on the network
  std::size_t spent_ = 0;                // bytes of contents
};

}  // namespace

Json timeline(const record::Record& record, const record::BlobStore& blobs) {
  return Timeline(record, blobs).all();
}

}  // namespace redcode::view
