#include "run/setup/options_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace redcode::setup {
namespace {

constexpr std::size_t longest_shown = 1000;

// The name of an architecture or of a recipe of ours, or several of them.
bool known_by_name(const std::string& agents) {
  return std::ranges::all_of(split(agents, ','), [](std::string_view agent) {
    if (agent.starts_with("acp:")) agent.remove_prefix(4);
    return std::ranges::all_of(agent, [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    });
  });
}

class Words {
 public:
  enum class Whose { anybodys, users };

  void say(const char* flag, const std::string& value, const std::string& standard, Whose whose) {
    if (value == standard) return;
    words_.push_back({.flag = flag, .value = value, .users_own = whose == Whose::users});
  }
  template <class Number>
  void count(const char* flag, Number value, Number standard) {
    if (value != standard) words_.push_back({.flag = flag, .value = fmt::format("{}", value)});
  }
  void turn_on(const char* flag, bool on) {
    if (on) words_.push_back({.flag = flag, .value = {}, .users_own = true, .is_switch = true});
  }
  std::vector<RunWord> take() { return std::move(words_); }

 private:
  std::vector<RunWord> words_;
};

using Whose = Words::Whose;

void add_agent(const AgentOptions& agent, Words& words) {
  const AgentOptions standard;
  words.say("--agent", agent.agent, standard.agent,
            known_by_name(agent.agent) ? Whose::anybodys : Whose::users);
  const bool a_word =
      agent.permission == "owner" || agent.permission == "allow" || agent.permission == "deny";
  words.say("--permission", agent.permission, standard.permission,
            a_word ? Whose::anybodys : Whose::users);
  words.say("--safety", agent.prompting.safety, "", Whose::anybodys);
  words.say("--role", agent.prompting.role, "", Whose::anybodys);
  words.say("--pressure", agent.prompting.pressure, "", Whose::anybodys);
  words.count("--warm-up", agent.prompting.warm_up, standard.prompting.warm_up);
}

void add_model(const ModelOptions& model, Words& words) {
  const ModelOptions standard;
  words.say("--model", model.name, standard.name, Whose::anybodys);
  words.say("--api", model.api, standard.api, Whose::anybodys);
  words.say("--base-url", model.base_url, "", Whose::users);
  words.say("--key-env", model.key_env, "", Whose::users);
  words.say("--key-header", model.key_header, "", Whose::users);
  for (const std::string& header : model.headers) words.say("--header", header, "", Whose::users);
  words.say("--proxy", model.proxy, "", Whose::users);
  words.say("--prices", model.prices, "", Whose::users);
  words.say("--cache", model.cache, "", Whose::users);
  words.count("--budget", model.budget, standard.budget);
  words.count("--budget-tokens", model.budget_tokens, standard.budget_tokens);
  words.count("--model-concurrency", model.concurrency, standard.concurrency);
  words.count("--model-timeout", model.timeout.count(), standard.timeout.count());
  words.count("--latency", model.scripted_latency.count(), standard.scripted_latency.count());
  if (model.temperature) words.say("--temperature", fmt::format("{}", *model.temperature), "", {});
  if (model.max_tokens) words.say("--max-tokens", fmt::format("{}", *model.max_tokens), "", {});
}

bool plain(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-_./:=@,+%").contains(c);
}

bool printable(char c) { return c >= ' ' && c <= '~'; }

}  // namespace

std::vector<RunWord> run_words(const RunOptions& options) {
  const RunOptions standard;
  Words words;
  words.say("--suite", options.gen.suite, standard.gen.suite, Whose::anybodys);
  add_agent(options.agent, words);
  add_model(options.agent.model, words);
  words.say("--engine", options.engine.engine, standard.engine.engine,
            engines::is_known_engine(options.engine.engine) ? Whose::anybodys : Whose::users);
  for (const std::string& probe : options.accepted_probes)
    words.say("--accept-probe", probe, "", Whose::users);
  words.turn_on("--execute-generated", options.gen.execute);
  words.say("--corpus", options.corpus, "", Whose::users);
  words.say("--private-corpus", options.private_corpus, "", Whose::users);
  words.say("--names", options.names, "", Whose::anybodys);
  words.say("--subset", options.subset, "", Whose::anybodys);
  words.say("--filter", options.filter, "", Whose::anybodys);
  words.count("--limit", options.limit, standard.limit);
  words.count("--sample", options.sample, standard.sample);
  words.say("--seed", options.seed, standard.seed, Whose::anybodys);
  words.count("--repeats", options.repeats, standard.repeats);
  words.count("--concurrency", options.concurrency, standard.concurrency);
  words.count("--sandboxes", options.sandboxes, standard.sandboxes);
  words.count("--attempts", options.attempts, standard.attempts);
  return words.take();
}

std::string shell_word(std::string_view text) {
  const std::string_view cut = text.size() > longest_shown ? "…" : "";
  text = text.substr(0, longest_shown);
  if (!text.empty() && std::ranges::all_of(text, plain)) return fmt::format("{}{}", text, cut);
  const bool simple =
      std::ranges::all_of(text, [](char c) { return printable(c) && c != '\'' && c != '\\'; });
  std::string quoted = simple ? "'" : "$'";
  for (const char c : text) {
    if (!printable(c)) {
      quoted += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      if (c == '\'' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return fmt::format("{}'{}", quoted, cut);
}

std::string shell_text(const RunWord& word) {
  return word.is_switch ? word.flag : fmt::format("{} {}", word.flag, shell_word(word.value));
}

}  // namespace redcode::setup
