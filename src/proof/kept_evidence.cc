#include "proof/kept_evidence.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "base/digest.h"
#include "base/failure.h"
#include "base/json.h"
#include "base/text.h"

namespace redcode::proof {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const fs::path& folder, const corpus::Scenario& scenario) {
  return folder / (scenario.id + ".jsonl");
}

[[noreturn]] void stale(const fs::path& file, const std::string& why) {
  throw Failure(Failure::Kind::corrupt,
                fmt::format("{}: {}; make it again with `redcode corpus prove --all --keep {}`",
                            file.string(), why, file.parent_path().string()));
}

// A file's bytes as JSON can hold them: each as the character of its number.
std::string as_text(std::string_view bytes) {
  std::string text;
  for (const char one : bytes) {
    const auto byte = static_cast<unsigned char>(one);
    if (byte < 0x80) {
      text += one;
    } else {
      text += static_cast<char>(0xC0U | (byte >> 6U));
      text += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return text;
}

std::string as_bytes(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    if (first >= 0x80 && (first & 0xFCU) == 0xC0 && i + 1 < text.size()) {
      bytes += static_cast<char>((first << 6U) | (static_cast<unsigned char>(text[++i]) & 0x3FU));
    } else {
      bytes += text[i];
    }
  }
  return bytes;
}

struct Line {
  std::string entry;
  std::string digest;
  KeptRun run;
};

Json contents_as_json(const std::map<std::string, std::string, std::less<>>& contents) {
  Json list = Json::array();
  for (const auto& [digest, bytes] : contents) list.push_back(as_text(bytes));
  return list;
}

Line read_line(const fs::path& file, const std::string& text) {
  const Result<Json> json = parse_json(text);
  if (!json) stale(file, json.error().text());
  auto line = decode_json("kept evidence", [&json] {
    auto evidence = record::evidence_from_json(json->at("evidence"));
    if (!evidence) throw std::invalid_argument(evidence.error().message);
    Line line{.entry = json->at("entry").get<std::string>(),
              .digest = json->at("digest").get<std::string>(),
              .run = {.evidence = *std::move(evidence)}};
    for (const Json& one : json->at("contents")) {
      std::string bytes = as_bytes(one.get<std::string>());
      std::string digest = sha256_hex(bytes);
      line.run.contents.emplace(std::move(digest), std::move(bytes));
    }
    return line;
  });
  if (!line) stale(file, line.error().text());
  return *std::move(line);
}

}  // namespace

EvidenceWriter::EvidenceWriter(const fs::path& folder, const corpus::Scenario& scenario) {
  fs::create_directories(folder);
  file_.open(file_of(folder, scenario));
  if (!file_) throw Failure(Failure::Kind::unavailable, "cannot write below " + folder.string());
}

void EvidenceWriter::add(const Entry& entry, const Proof& proof) {
  for (const Run& run : proof.runs) {
    const Json line = {{"entry", entry.id()},
                       {"digest", entry.digest()},
                       {"run", run.what},
                       {"contents", contents_as_json(run.contents)},
                       {"evidence", record::to_json(run.evidence)}};
    file_ << dump_json(line) << '\n';
  }
  if (!file_.flush()) throw Failure(Failure::Kind::unwritable, "cannot write the evidence");
}

std::vector<KeptRun> kept_evidence(const fs::path& folder, const corpus::Scenario& scenario) {
  const fs::path file = file_of(folder, scenario);
  std::ifstream in(file);
  if (!in) stale(file, "not there");
  std::map<std::string, Entry> now;
  for (const Entry& entry : entries_of(scenario)) now.emplace(entry.id(), entry);
  std::map<std::string, Entry> missing = now;
  std::vector<KeptRun> all;
  for (std::string text; std::getline(in, text);) {
    Line line = read_line(file, text);
    const auto known = now.find(line.entry);
    if (known == now.end() || known->second.digest() != line.digest) {
      stale(file, fmt::format("{} has changed since", escape_terminal(line.entry)));
    }
    missing.erase(line.entry);
    line.run.act = known->second.act->label();
    line.run.world = known->second.act->world;
    all.push_back(std::move(line.run));
  }
  if (!missing.empty()) stale(file, fmt::format("{} is not in it", missing.begin()->first));
  return all;
}

}  // namespace redcode::proof
