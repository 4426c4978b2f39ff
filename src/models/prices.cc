#include "models/prices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "base/yaml/fields.h"
#include "base/yaml/yaml.h"

namespace redcode::models {

namespace {

using yaml::Complaints;
using yaml::Fields;
using yaml::Node;

constexpr double dearest = 100'000;  // dollars for a million tokens; beyond it is a typing error

double dollars_of(const Node& node, Complaints& complaints) {
  const bool scalar = node.kind == Node::Kind::integer || node.kind == Node::Kind::number;
  double value = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, value);
  const bool number = scalar && error == std::errc() && stop == end;
  if (number && value >= 0 && value <= dearest) return value;
  complaints.add(node.mark, complaints.code("bad-value"),
                 fmt::format("{} is no price", yaml::shown(node.text)),
                 fmt::format("write dollars for a million tokens, from 0 to {}", dearest));
  return 0;
}

std::string pattern_of(const Node& node, Complaints& complaints) {
  std::string pattern = yaml::text_of(node, complaints);
  const std::size_t star = pattern.find('*');
  if (star != std::string::npos && star + 1 != pattern.size()) {
    complaints.add(node.mark, complaints.code("bad-value"), "a star can only be the last character",
                   "write it like gpt-4o-*");
  }
  return pattern;
}

// A day as in 2025-06-01.
std::string day_of(const Node& node, Complaints& complaints) {
  const auto fits = [](char c, char shape) {
    return shape == '0' ? c >= '0' && c <= '9' : c == shape;
  };
  static constexpr std::string_view shape = "0000-00-00";
  if (std::ranges::equal(node.text, shape, fits)) return node.text;
  complaints.add(node.mark, complaints.code("bad-value"),
                 fmt::format("{} is no day", yaml::shown(node.text)), "write it like 2025-06-01");
  return {};
}

Prices::Price price_in(const Node& node, Complaints& complaints) {
  Prices::Price price;
  Fields fields(node, complaints);
  const Node* model = fields.required("model");
  if (model != nullptr) price.model = pattern_of(*model, complaints);
  const Node* input = fields.required("input");
  if (input != nullptr) price.input = dollars_of(*input, complaints);
  const Node* output = fields.required("output");
  if (output != nullptr) price.output = dollars_of(*output, complaints);
  fields.finish();
  return price;
}

std::vector<Prices::Price> prices_in(const Node& list, Complaints& complaints) {
  std::vector<Prices::Price> prices;
  std::set<std::string> seen;
  if (!yaml::expect(list, Node::Kind::list, complaints)) return prices;
  for (const Node& item : list.children) {
    prices.push_back(price_in(item, complaints));
    if (!seen.insert(prices.back().model).second) {
      complaints.add(item.mark, complaints.code("twice"),
                     fmt::format("{} has two prices", yaml::shown(prices.back().model)));
    }
  }
  return prices;
}

bool means(std::string_view pattern, std::string_view model) {
  if (!pattern.ends_with('*')) return pattern == model;
  return model.starts_with(pattern.substr(0, pattern.size() - 1));
}

// How exactly a pattern that means a model does so.
std::pair<bool, std::size_t> exactness(const Prices::Price& price) {
  return {!price.model.ends_with('*'), price.model.size()};
}

}  // namespace

std::expected<Prices, std::vector<Error>> Prices::parse(std::string_view text,
                                                        const std::string& file) {
  Complaints complaints(file, "prices");
  const Node root = yaml::parse_yaml(text, complaints);
  Prices prices;
  if (complaints.count() == 0) {
    Fields fields(root, complaints);
    const Node* checked = fields.required("checked");
    if (checked != nullptr) prices.checked_ = day_of(*checked, complaints);
    const Node* list = fields.required("prices");
    if (list != nullptr) prices.prices_ = prices_in(*list, complaints);
    fields.finish();
  }
  if (complaints.count() == 0) return prices;
  return std::unexpected(std::move(complaints).take());
}

const Prices::Price* Prices::price_of(std::string_view model) const {
  const Price* best = nullptr;
  for (const Price& price : prices_) {
    if (!means(price.model, model)) continue;
    if (best == nullptr || exactness(price) > exactness(*best)) best = &price;
  }
  return best;
}

std::optional<std::uint64_t> Prices::cost(std::string_view model,
                                          const record::Usage& usage) const {
  const Price* price = price_of(model);
  if (price == nullptr) return std::nullopt;
  // Dollars for a million tokens are millionths of a dollar for one.
  const double sum = price->input * static_cast<double>(usage.input_tokens) +
                     price->output * static_cast<double>(usage.output_tokens);
  static constexpr double most = 1e18;  // a server's lie about its tokens stays a number
  return static_cast<std::uint64_t>(std::ceil(std::min(sum, most)));
}

}  // namespace redcode::models
