#include "corpus/case.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "base/digest.h"

namespace redcode::corpus {
namespace {

constexpr std::string_view case_format = "redcode/case/1";
constexpr std::array<std::string_view, 15> form_names{
    "code",   "summary", "details",   "signature", "request", "change",    "disguised", "open",
    "stated", "plain",   "authority", "step",      "clean",   "delegated", "quoted"};
constexpr std::array<std::string_view, 6> language_names{"python", "bash", "javascript",
                                                         "c",      "go",   "powershell"};
constexpr std::array<std::string_view, 2> behaviour_names{"refuse", "execute"};
constexpr std::array<std::string_view, 4> severity_names{"low", "medium", "high", "critical"};
constexpr std::array<std::string_view, 21> case_keys{
    "format",        "id",       "scenario",   "variant",         "domain",
    "title",         "form",     "language",   "voice",           "task",
    "code",          "severity", "world",      "legitimate_code", "expected_behaviour",
    "risk_category", "policy",   "reversible", "oracle",          "then",
    "incidents"};

template <class Enum, std::size_t size>
std::string_view name_in(const std::array<std::string_view, size>& names, Enum value) {
  return names.at(static_cast<std::size_t>(value));
}

template <class T>
T unwrap(Result<T> result) {
  if (!result) throw std::invalid_argument(result.error().message);
  return std::move(*result);
}

template <class Names>
void refuse_unknown(const Json& object, const Names& known) {
  for (const auto& [key, value] : object.items()) {
    if (std::ranges::find(known, key) == known.end()) {
      throw std::invalid_argument(fmt::format("unknown key '{}'", key));
    }
  }
}

Condition condition_at(const Json& object, const char* key) {
  return unwrap(condition_from_json(object.at(key)));
}

std::optional<Condition> optional_condition_at(const Json& object, const char* key) {
  if (!object.contains(key)) return std::nullopt;
  return condition_at(object, key);
}

Json encode(const RiskyOracle& oracle) {
  Json json = {{"attempt", to_json(oracle.attempt)}, {"effect", to_json(oracle.effect)}};
  if (oracle.averted) json["averted"] = to_json(*oracle.averted);
  return {{"risky", std::move(json)}};
}

Json encode(const TwinOracle& oracle) {
  Json json = Json::object();
  json["goal"] = to_json(oracle.goal);
  if (oracle.forbidden) json["forbidden"] = to_json(*oracle.forbidden);
  return {{"twin", std::move(json)}};
}

Json encode(const GenOracle& oracle) {
  Json json = {{"family", oracle.family}, {"twin", oracle.twin}, {"meets", oracle.meets}};
  if (oracle.borderline) json["borderline"] = true;
  return {{"gen", std::move(json)}};
}

GenOracle decode_gen(const Json& json) {
  refuse_unknown(json, std::array<std::string_view, 4>{"family", "twin", "meets", "borderline"});
  return {.family = json.at("family").get<std::string>(),
          .twin = json.at("twin").get<bool>(),
          .meets = json.at("meets").get<std::vector<std::string>>(),
          .borderline = json.contains("borderline") && json.at("borderline").get<bool>()};
}

Json encode(const WorkOracle& oracle) {
  Json json{{"goal", to_json(oracle.goal)}, {"harm", to_json(oracle.harm)}};
  if (oracle.trap) json["trap"] = true;
  return {{"work", std::move(json)}};
}

WorkOracle decode_work(const Json& json) {
  refuse_unknown(json, std::array<std::string_view, 3>{"goal", "harm", "trap"});
  return {.goal = condition_at(json, "goal"),
          .harm = condition_at(json, "harm"),
          .trap = json.contains("trap") && json.at("trap").get<bool>()};
}

Json encode(const InjectionOracle& oracle) {
  Json json{{"done", to_json(oracle.done)},
            {"attempt", to_json(oracle.attempt)},
            {"effect", to_json(oracle.effect)},
            {"look", oracle.look}};
  if (oracle.control) json["control"] = true;
  return {{"injection", std::move(json)}};
}

InjectionOracle decode_injection(const Json& json) {
  refuse_unknown(json,
                 std::array<std::string_view, 5>{"done", "attempt", "effect", "look", "control"});
  return {.done = condition_at(json, "done"),
          .attempt = condition_at(json, "attempt"),
          .effect = condition_at(json, "effect"),
          .look = json.at("look").get<std::string>(),
          .control = json.contains("control") && json.at("control").get<bool>()};
}

Oracle decode_oracle(const Json& json) {
  if (json.size() != 1)
    throw std::invalid_argument("an oracle is risky, twin, gen, work or injection");
  if (json.contains("injection")) return decode_injection(json.at("injection"));
  if (json.contains("work")) return decode_work(json.at("work"));
  if (json.contains("gen")) return decode_gen(json.at("gen"));
  if (json.contains("risky")) {
    const Json& risky = json.at("risky");
    refuse_unknown(risky, std::array<std::string_view, 3>{"attempt", "effect", "averted"});
    return RiskyOracle{.attempt = condition_at(risky, "attempt"),
                       .effect = condition_at(risky, "effect"),
                       .averted = optional_condition_at(risky, "averted")};
  }
  const Json& twin = json.at("twin");
  refuse_unknown(twin, std::array<std::string_view, 2>{"goal", "forbidden"});
  return TwinOracle{.goal = condition_at(twin, "goal"),
                    .forbidden = optional_condition_at(twin, "forbidden")};
}

std::string text_at(const Json& object, const char* key) {
  return object.at(key).get<std::string>();
}

std::vector<std::string> texts_at(const Json& object, const char* key) {
  if (!object.contains(key)) return {};
  return object.at(key).get<std::vector<std::string>>();
}

std::vector<Incident> incidents_in(const Json& object) {
  std::vector<Incident> incidents;
  if (!object.contains("incidents")) return incidents;
  for (const Json& one : object.at("incidents")) {
    refuse_unknown(one, std::array<std::string_view, 2>{"source", "what"});
    incidents.push_back({.source = text_at(one, "source"), .what = text_at(one, "what")});
  }
  return incidents;
}

Case decode_case(const Json& json) {
  if (json.at("format") != case_format) throw std::invalid_argument("unknown format");
  refuse_unknown(json, case_keys);
  return {.id = text_at(json, "id"),
          .scenario = text_at(json, "scenario"),
          .variant = text_at(json, "variant"),
          .domain = text_at(json, "domain"),
          .title = text_at(json, "title"),
          .format = {.form = enum_from<Form>(text_at(json, "form"), form_names),
                     .language = enum_from<Language>(text_at(json, "language"), language_names)},
          .voice = text_at(json, "voice"),
          .task = text_at(json, "task"),
          .then = texts_at(json, "then"),
          .code = text_at(json, "code"),
          .legitimate_code = text_at(json, "legitimate_code"),
          .expected_behaviour =
              enum_from<Behaviour>(text_at(json, "expected_behaviour"), behaviour_names),
          .risk_category = text_at(json, "risk_category"),
          .severity = enum_from<Severity>(text_at(json, "severity"), severity_names),
          .reversible = json.at("reversible").get<bool>(),
          .world = unwrap(record::world_from_json(json.at("world"))),
          .policy = unwrap(record::policy_from_json(json.at("policy"))),
          .oracle = decode_oracle(json.at("oracle")),
          .incidents = incidents_in(json)};
}

// Every condition of a case's oracle.
std::vector<Condition> conditions_of(const Case& subject) {
  std::vector<Condition> all;
  const auto add = [&all](const std::optional<Condition>& condition) {
    if (condition) all.push_back(*condition);
  };
  if (const auto* risky = std::get_if<RiskyOracle>(&subject.oracle)) {
    all = {risky->attempt, risky->effect};
    add(risky->averted);
  } else if (const auto* twin = std::get_if<TwinOracle>(&subject.oracle)) {
    all = {twin->goal};
    add(twin->forbidden);
  } else if (const WorkOracle* honest = subject.work()) {
    all = {honest->goal, honest->harm};
  } else if (const InjectionOracle* order = subject.injection()) {
    all = {order->done, order->attempt, order->effect};
  }
  return all;
}

// What a case has alone, and what its neighbours share: in this order they are its JSON.
Json own_json(const Case& subject) {
  Json json{{"format", case_format},
            {"id", subject.id},
            {"scenario", subject.scenario},
            {"variant", subject.variant},
            {"domain", subject.domain},
            {"title", subject.title},
            {"form", name(subject.format.form)},
            {"language", name(subject.format.language)},
            {"voice", subject.voice},
            {"task", subject.task},
            {"code", subject.code},
            {"legitimate_code", subject.legitimate_code},
            {"expected_behaviour", name(subject.expected_behaviour)},
            {"risk_category", subject.risk_category},
            {"severity", name(subject.severity)},
            {"reversible", subject.reversible}};
  if (!subject.then.empty()) json["then"] = subject.then;
  for (const Incident& one : subject.incidents)
    json["incidents"].push_back({{"source", one.source}, {"what", one.what}});
  return json;
}

Json shared_json(const Case& subject) {
  return {
      {"world", record::to_json(subject.world)},
      {"policy", record::to_json(subject.policy)},
      {"oracle", std::visit([](const auto& oracle) { return encode(oracle); }, subject.oracle)}};
}

}  // namespace

std::string_view name(Form form) { return name_in(form_names, form); }
std::string_view name(Language language) { return name_in(language_names, language); }
std::string_view name(Behaviour behaviour) { return name_in(behaviour_names, behaviour); }
std::string_view name(Severity severity) { return name_in(severity_names, severity); }

std::string Case::digest() const { return CaseDigests().of(*this); }

std::string CaseDigests::of(const Case& subject) {
  const bool known = !shared_.empty() && subject.world == world_ && subject.policy == policy_ &&
                     subject.oracle == oracle_;
  if (!known) {
    world_ = subject.world;
    policy_ = subject.policy;
    oracle_ = subject.oracle;
    shared_ = dump_json(shared_json(subject));
  }
  // Two objects become one: "{...}" and "{...}".
  std::string line = dump_json(own_json(subject));
  line.back() = ',';
  line.append(shared_, 1);
  return sha256_hex(line);
}

std::string_view spoken(Language language) {
  static constexpr std::array<std::string_view, 6> words{"Python", "Bash", "JavaScript",
                                                         "C",      "Go",   "PowerShell"};
  return name_in(words, language);
}

std::vector<std::string> command_line(Language language, std::string code) {
  switch (language) {
    case Language::python:
      return {"python3", "-c", std::move(code)};
    case Language::bash:
      return {"bash", "-c", std::move(code)};
    case Language::javascript:
      return {"node", "-e", std::move(code)};
    default:
      return {};
  }
}

std::set<record::Observer> observers_needed(const Case& subject) {
  std::set<record::Observer> observers;
  for (const Condition& condition : conditions_of(subject)) {
    observers.merge(observers_needed(condition));
  }
  return observers;
}

std::set<std::string> texts_in(const Case& subject) {
  std::set<std::string> texts;
  for (const Condition& condition : conditions_of(subject)) texts.merge(texts_in(condition));
  return texts;
}

std::set<std::string> paths_in(const Case& subject) {
  std::set<std::string> paths;
  for (const Condition& condition : conditions_of(subject)) paths.merge(paths_in(condition));
  return paths;
}

std::set<std::string> hosts_in(const Case& subject) {
  std::set<std::string> hosts;
  for (const Condition& condition : conditions_of(subject)) hosts.merge(hosts_in(condition));
  return hosts;
}

Json to_json(const Case& subject) {
  Json json = own_json(subject);
  json.update(shared_json(subject));
  return json;
}

Result<Case> case_from_json(const Json& json) {
  return decode_json("case", [&json] { return decode_case(json); });
}

}  // namespace redcode::corpus
