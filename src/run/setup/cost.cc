#include "run/setup/cost.h"

#include <cmath>
#include <filesystem>
#include <functional>
#include <map>

#include "base/failure.h"
#include "base/text.h"
#include "models/budget.h"
#include "run/setup/model.h"
#include "stats/forecast.h"

namespace redcode::setup {
namespace {

constexpr double micro = 1e6;

// What the trials in the run folder used, and what that cost.
struct Used {
  std::vector<double> tokens;
  std::vector<double> dollars;
  double input = 0;        // tokens that were asked
  std::size_t silent = 0;  // trials that told of no tokens
};

void each_attempt(const std::filesystem::path& folder,
                  const std::function<void(const record::Record&)>& visit) {
  const auto read = record::RunReader(folder).each_stored(visit);
  if (!read) throw Failure(Failure::Kind::unavailable, read.error().text());
}

std::map<std::string, record::Usage> usage_in(const std::filesystem::path& folder) {
  std::map<std::string, record::Usage> usage;  // of a trial's attempts together
  each_attempt(
      folder, [&usage](const record::Record& record) { usage[record.trial.id()] += record.usage; });
  return usage;
}

record::Usage spent_by(const std::vector<RunOptions>& agents) {
  record::Usage spent;
  for (const RunOptions& run : agents) {
    // What an agent of one's own reports counts against no budget. Others may not have begun.
    if (is_ones_own(run.agent.agent)) continue;
    if (!std::filesystem::exists(std::filesystem::path(run.out) / "records.jsonl")) continue;
    each_attempt(run.out, [&spent](const record::Record& record) { spent += record.usage; });
  }
  return spent;
}

Used used_in(const std::filesystem::path& folder) {
  Used used;
  for (const auto& [trial, usage] : usage_in(folder)) {
    const auto tokens = static_cast<double>(usage.input_tokens + usage.output_tokens);
    if (tokens == 0) {
      ++used.silent;
      continue;
    }
    used.tokens.push_back(tokens);
    used.dollars.push_back(static_cast<double>(usage.micro_dollars) / micro);
    used.input += static_cast<double>(usage.input_tokens);
  }
  return used;
}

std::string tokens_text(double tokens) {
  std::string digits = fmt::format("{:.0f}", tokens);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

// Of a sum that is only estimated: two digits that count, and cents at least.
std::string dollars_text(double dollars) {
  if (dollars >= 0.1 || dollars <= 0) return fmt::format("${:.2f}", dollars);
  return fmt::format("${:.{}f}", dollars, 1 - static_cast<int>(std::floor(std::log10(dollars))));
}

template <class Text>
std::string between(double middle, const stats::Interval& ends, Text text) {
  return fmt::format("{} ({} to {})", text(middle), text(ends.low), text(ends.high));
}

// As it was given: $2.50, $0.0375.
std::string exact_text(double dollars) {
  return models::in_dollars(static_cast<std::uint64_t>(std::llround(dollars * micro)));
}

std::string no_price(const std::string& model) {
  return fmt::format("{} has no price in the table (--prices FILE gives one)", one_line(model, 80));
}

std::string budget_text(const ModelOptions& model) {
  std::string text;
  if (model.budget > 0) text = "Budget: " + exact_text(model.budget);
  if (model.budget_tokens > 0) {
    text += fmt::format("{}{} tokens", text.empty() ? "Budget: " : ", ",
                        tokens_text(static_cast<double>(model.budget_tokens)));
  }
  return text.empty() ? "No budget: --budget DOLLARS sets one" : text;
}

std::string dollars_lines(const Used& used, const AgentOptions& agent, std::uint64_t planned) {
  if (is_ones_own(agent.agent)) {
    return "  dollars           unknown: the agent asks a model of its own\n";
  }
  const ModelOptions& model = agent.model;
  const auto prices = prices_from(model.prices);
  if (prices->price_of(model.name) == nullptr) {
    return fmt::format("  dollars           unknown: {}\n", no_price(model.name));
  }
  const auto seen = stats::forecast(used.dollars, planned);
  if (!seen) return "";
  return fmt::format("  dollars a trial   {}\n  the whole run     {}, by prices of {}\n",
                     between(seen->each, seen->each_between, dollars_text),
                     between(seen->whole, seen->whole_between, dollars_text), prices->checked());
}

}  // namespace

Turns turns_of(const RunSetup& setup) {
  Turns turns{.all = setup.cases, .first = {}, .plan = setup.plan};
  const std::size_t wanted = std::min(setup.options.estimate, setup.cases.size());
  if (wanted == 0) return turns;
  turns.first.assign(setup.cases.begin(),
                     setup.cases.begin() + static_cast<std::ptrdiff_t>(wanted));
  turns.plan.repeats = 1;
  return turns;
}

std::string known_cost(const RunOptions& options) {
  const ModelOptions& model = options.agent.model;
  if (is_ones_own(options.agent.agent))
    return "The agent asks a model of its own: what that costs is unknown here.";
  const auto prices = prices_from(model.prices);
  const models::Prices::Price* price = prices->price_of(model.name);
  if (price != nullptr && price->input == 0 && price->output == 0) return "";
  const std::string known =
      price == nullptr
          ? no_price(model.name) + ": what this costs is unknown"
          : fmt::format("{} costs {} in and {} out for a million tokens (prices of {})",
                        one_line(model.name, 80), exact_text(price->input),
                        exact_text(price->output), prices->checked());
  const std::string before =
      options.estimate > 0 ? "" : "; --estimate 20 runs 20 trials and says what all would cost";
  return fmt::format("{}. {}{}.", known, budget_text(model), before);
}

std::string estimated_cost(const RunSetup& setup, const std::string& out) {
  const Used used = used_in(setup.folder);
  const std::uint64_t planned = setup.cases.size() * setup.options.repeats;
  const std::size_t trials = used.tokens.size() + used.silent;
  std::string text = fmt::format("\nEstimate from {} of {} trials, 95 % sure:\n", trials, planned);
  // Trials that told of no tokens are taken to be like the others.
  const auto seen = stats::forecast(used.tokens, planned);
  if (seen) {
    text += fmt::format("  tokens a trial    {}, {:.0f} % of them input\n  in the whole run  {}\n",
                        between(seen->each, seen->each_between, tokens_text),
                        100 * used.input / (seen->each * static_cast<double>(used.tokens.size())),
                        between(seen->whole, seen->whole_between, tokens_text));
    text += dollars_lines(used, setup.options.agent, planned);
  } else {
    text += "  tokens, dollars   unknown: fewer than two trials told of tokens\n";
  }
  if (used.silent > 0) text += fmt::format("  {} trials told of no tokens\n", used.silent);
  return text + fmt::format(
                    "The same command without --estimate and with --out {} goes on; these trials "
                    "are not paid again.\n",
                    out);
}

ModelOptions left_of_budget(const std::vector<RunOptions>& agents) {
  ModelOptions model = agents.front().agent.model;
  if (model.budget <= 0 && model.budget_tokens == 0) return model;
  const record::Usage spent = spent_by(agents);
  const double dollars = static_cast<double>(spent.micro_dollars) / micro;
  const std::uint64_t tokens = spent.input_tokens + spent.output_tokens;
  const bool none_left = (model.budget > 0 && dollars >= model.budget) ||
                         (model.budget_tokens > 0 && tokens >= model.budget_tokens);
  if (none_left) {
    throw Failure(
        Failure::Kind::exhausted,
        fmt::format("{} has spent its budget: give a larger one to continue", agents.front().out));
  }
  if (model.budget > 0) model.budget -= dollars;
  if (model.budget_tokens > 0) model.budget_tokens -= tokens;
  return model;
}

}  // namespace redcode::setup
