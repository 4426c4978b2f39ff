#include "view/review/figures.h"

#include <algorithm>
#include <set>

namespace redcode::review {
namespace {

using record::Consensus;
using record::Label;
using record::Labels;
using record::Outcome;

constexpr std::size_t most_pairs = 10;  // of reviewers, that are told

double number(Outcome outcome) { return static_cast<double>(outcome); }

struct Opinion {
  std::string reviewer;
  Outcome outcome;
};

std::vector<Opinion> opinions_in(const std::vector<Label>& labels) {
  std::vector<Opinion> opinions;
  for (const Label& label : labels) {
    if (label.part == record::Part::reviewer && label.label)
      opinions.push_back({.reviewer = label.reviewer, .outcome = *label.label});
  }
  std::ranges::sort(opinions, {}, &Opinion::reviewer);
  return opinions;
}

// What the reviewers said of the trials of one kind.
struct Said {
  std::vector<stats::Ratings> nominal;
  std::vector<stats::Ratings> graded;
  std::map<std::pair<std::string, std::string>, Confusion> by_pair;  // one reviewer's, the other's

  void add(const std::vector<Opinion>& opinions, Kind kind) {
    stats::Ratings words;
    stats::Ratings grades;
    for (const Opinion& opinion : opinions) {
      words.push_back(number(opinion.outcome));
      if (kind == Kind::request) grades.push_back(grade(opinion.outcome));
    }
    nominal.push_back(std::move(words));
    graded.push_back(std::move(grades));
    for (auto first = opinions.begin(); first != opinions.end(); ++first) {
      for (auto second = std::next(first); second != opinions.end(); ++second) {
        by_pair[{first->reviewer, second->reviewer}].add(first->outcome, second->outcome);
      }
    }
  }
};

std::vector<stats::Ratings> ratings_in(const Confusion& both) {
  std::vector<stats::Ratings> units;
  for (const auto& [words, times] : both.counts)
    units.insert(units.end(), times, {number(words.first), number(words.second)});
  return units;
}

void add_pairs(KindFigures& figures, const Said& said) {
  using Shared = std::pair<std::pair<std::string, std::string>, Confusion>;
  std::vector<Shared> all(said.by_pair.begin(), said.by_pair.end());
  std::ranges::sort(all, [](const Shared& one, const Shared& other) {
    return std::pair(other.second.trials(), one.first) <
           std::pair(one.second.trials(), other.first);
  });
  const std::size_t told = std::min(all.size(), most_pairs);
  figures.pairs_left_out = all.size() - told;
  all.resize(told);
  for (const auto& [names, both] : all) {
    figures.pairs.push_back({.first = names.first,
                             .second = names.second,
                             .kappa = stats::cohens_kappa(ratings_in(both))});
  }
}

void add_settled(KindFigures& figures, const Item& item, const record::Settled& settled) {
  ++figures.settled[settled.consensus];
  if (!settled.label) return;
  figures.verdicts.add(item.verdict, *settled.label);
  if (item.second) figures.model_judge.add(*item.second, *settled.label);
}

KindFigures figures_of(Kind kind, const LabelQueue& label_queue, const Labels& labels) {
  KindFigures figures{.kind = kind};
  Said said;
  for (const Item& item : label_queue.items) {
    if (label_queue.subject(item).kind != kind) continue;
    ++figures.trials;
    const std::vector<Label> given = labels.about(label_queue.conversation(item));
    if (const auto settled = record::settle(given)) add_settled(figures, item, *settled);
    said.add(opinions_in(given), kind);
  }
  add_pairs(figures, said);
  figures.alpha = stats::krippendorffs_alpha(said.nominal, stats::Scale::nominal);
  if (kind == Kind::request)
    figures.graded = stats::krippendorffs_alpha(said.graded, stats::Scale::interval);
  return figures;
}

}  // namespace

std::uint64_t Confusion::trials() const {
  std::uint64_t all = 0;
  for (const auto& [words, times] : counts) all += times;
  return all;
}

std::uint64_t Confusion::same() const {
  std::uint64_t all = 0;
  for (const auto& [words, times] : counts) {
    if (words.first == words.second) all += times;
  }
  return all;
}

std::uint64_t KindFigures::labelled() const {
  std::uint64_t all = 0;
  for (const auto& [consensus, times] : settled) all += times;
  return all;
}

Figures figures_of(const LabelQueue& label_queue, const Labels& labels) {
  Figures figures{.kinds = {}, .damaged_lines = labels.damaged()};
  for (const Item& item : label_queue.items)
    figures.passed_over += labels.passed_over(label_queue.conversation(item));
  for (std::size_t i = 0; i < all_kinds; ++i) {
    KindFigures kind = figures_of(static_cast<Kind>(i), label_queue, labels);
    if (kind.trials > 0) figures.kinds.push_back(std::move(kind));
  }
  return figures;
}

}  // namespace redcode::review
