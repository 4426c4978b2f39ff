#include "run/plan/stored_plan.h"

#include <fmt/format.h>

#include <set>
#include <string>
#include <utility>

#include "base/digest.h"
#include "corpus/stored_case.h"
#include "record/run_folder.h"

namespace redcode::plan {
namespace {

// Nobody plans more; a folder that says so is no reason to ask for so much memory.
constexpr std::uint64_t most_trials = 1'000'000'000;

Dimensions dimensions_in(const Json& manifest) {
  const AgentConfig agent_config{
      .agent = {.architecture = member<std::string>(manifest, "agent"),
                .model = member<std::string>(manifest, "model"),
                .prompt_digest = member<std::string>(manifest, "prompt_digest")},
      .prompt_mode = member<std::string>(manifest, "prompt_mode")};
  return {.corpus_digest = member<std::string>(manifest, "corpus_digest"),
          .image_digest = member<std::string>(manifest, "image_digest"),
          .cases = {},
          .agent_configs = {agent_config},
          .repeats = member<std::uint32_t>(manifest, "repeats")};
}

struct Cases {
  std::vector<CaseName> names;
  std::uint64_t damaged = 0;
  std::string digest;  // of them all
};

Result<Cases> cases_of(const record::RunReader& run) {
  Cases cases;
  std::set<std::string> ids;
  std::string all;
  const auto read = run.each_case([&](const Json& json) {
    std::optional<corpus::StoredCase> stored = corpus::stored_case(json);
    if (!stored || !ids.insert(stored->subject.id).second) {
      ++cases.damaged;
      return;
    }
    cases.names.push_back(
        {.id = std::move(stored->subject.id), .digest = std::move(stored->digest)});
    all += cases.names.back().digest;
  });
  if (!read) return std::unexpected(read.error());
  cases.damaged += read->damaged;
  cases.digest = sha256_hex(all);
  return cases;
}

}  // namespace

Result<StoredPlan> stored_plan(const std::filesystem::path& run) {
  const record::RunReader reader(run);
  Result<Json> manifest = reader.manifest();
  if (!manifest) return std::unexpected(manifest.error());
  Result<Dimensions> dimensions = decode_json("manifest", [&] { return dimensions_in(*manifest); });
  if (!dimensions) return std::unexpected(dimensions.error());
  Result<Cases> cases = cases_of(reader);
  if (!cases) return std::unexpected(cases.error());
  if (std::uint64_t{dimensions->repeats} * cases->names.size() > most_trials) {
    return std::unexpected(
        Error{.code = "run-format",
              .message = fmt::format("{} speaks of more trials than can be", run.string())});
  }
  dimensions->cases = std::move(cases->names);
  const bool as_promised = member_or(*manifest, "cases_digest", std::string()) == cases->digest;
  return StoredPlan{.manifest = *std::move(manifest),
                    .plan = Plan(*std::move(dimensions)),
                    .damaged_cases = cases->damaged,
                    .as_promised = as_promised};
}

}  // namespace redcode::plan
