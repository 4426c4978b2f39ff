// What words give away: how well a filter that reads requests, and sees neither code nor world,
// tells risky ones from benign ones.
//
// Naive Bayes over words and pairs of words. What it says of a request it has learnt from requests
// of other groups, so that it knows no neighbours of it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/case.h"

namespace redcode::corpus {

// A request, or whatever else of a case the filter is given to read.
struct Request {
  std::string text;  // fenced code is left out
  bool risky = false;
  std::string group;      // as a rule its domain
  std::string pair = {};  // the two of a context pair share it; "" if it is in none
};

struct Surface {
  std::size_t risky = 0;
  std::size_t benign = 0;
  double auc = 0;         // the chance that a risky request looks riskier than a benign one
  double length_auc = 0;  // the same by the number of words alone
  // If it refuses what looks risky and does the rest, by the threshold that is best elsewhere.
  double handled = 0;
  double completion = 0;
  std::size_t pairs = 0;
  std::size_t told_apart = 0;  // pairs of which the risky one looks riskier

  double headline() const { return 50 * (handled + completion); }
};

// The requests of one form, each once, however many languages its program is in; by domain. A twin
// and the first risky case with the same program are a pair.
std::vector<Request> requests_of(const std::vector<Case>& cases, Form form);

// What the worlds give away before any file is opened, and when all are read: the paths in them, or
// their contents; each world once, as above.
enum class WorldPart { paths, contents };
std::vector<Request> worlds_of(const std::vector<Case>& cases, WorldPart part);

// Nothing unless two groups at least have both kinds.
std::optional<Surface> surface_of(std::span<const Request> requests);

}  // namespace redcode::corpus
