#include "case_set.h"

#include <algorithm>
#include <array>

#include "base/failure.h"
#include "base/text.h"
#include "files.h"

namespace redcode::app {

corpus::Corpus load_corpus(const std::string& folder, Out& out) {
  auto loaded =
      corpus::load(folder.empty() ? data_folder("corpus") : std::filesystem::path(folder));
  if (loaded) return *std::move(loaded);
  for (const Error& error : loaded.error()) out.trouble("{}", escape_terminal(error.text()));
  throw Failure(Failure::Kind::corrupt,
                fmt::format("the corpus has {} mistakes", loaded.error().size()));
}

bool chosen(const corpus::Case& subject, const std::string& filter) {
  const std::array<std::string, 5> traits{subject.id, subject.domain, subject.risk_category,
                                          std::string(name(subject.severity)),
                                          subject.twin() ? "twin" : "risky"};
  return std::ranges::all_of(split(filter, ' '), [&traits](const std::string& word) {
    return std::ranges::any_of(traits,
                               [&word](const std::string& trait) { return trait.contains(word); });
  });
}

corpus::Case require_case(const corpus::Corpus& corpus, const std::string& id) {
  auto found = corpus.find(id);
  if (!found) throw Failure(Failure::Kind::unavailable, found.error().text());
  return *std::move(found);
}

}  // namespace redcode::app
