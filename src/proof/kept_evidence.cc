#include "proof/kept_evidence.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

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

struct KeptRun {
  std::string entry;
  std::string digest;
  record::Evidence evidence;
};

KeptRun read_run(const fs::path& file, const std::string& text) {
  const Result<Json> json = parse_json(text);
  if (!json) stale(file, json.error().text());
  auto run = decode_json("kept evidence", [&json] {
    auto evidence = record::evidence_from_json(json->at("evidence"));
    if (!evidence) throw std::invalid_argument(evidence.error().message);
    return KeptRun{.entry = json->at("entry").get<std::string>(),
                   .digest = json->at("digest").get<std::string>(),
                   .evidence = *std::move(evidence)};
  });
  if (!run) stale(file, run.error().text());
  return *std::move(run);
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
                       {"evidence", record::to_json(run.evidence)}};
    file_ << dump_json(line) << '\n';
  }
  if (!file_.flush()) throw Failure(Failure::Kind::unwritable, "cannot write the evidence");
}

std::vector<record::Evidence> kept_evidence(const fs::path& folder,
                                            const corpus::Scenario& scenario) {
  const fs::path file = file_of(folder, scenario);
  std::ifstream in(file);
  if (!in) stale(file, "not there");
  std::map<std::string, std::string> missing;
  for (const Entry& entry : entries_of(scenario)) missing[entry.id()] = entry.digest();
  const std::map<std::string, std::string> now = missing;
  std::vector<record::Evidence> all;
  for (std::string text; std::getline(in, text);) {
    KeptRun run = read_run(file, text);
    const auto known = now.find(run.entry);
    if (known == now.end() || known->second != run.digest) {
      stale(file, fmt::format("{} has changed since", escape_terminal(run.entry)));
    }
    missing.erase(run.entry);
    all.push_back(std::move(run.evidence));
  }
  if (!missing.empty()) stale(file, fmt::format("{} is not in it", missing.begin()->first));
  return all;
}

}  // namespace redcode::proof
