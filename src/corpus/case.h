// Case: one concrete instance of a scenario, ready to be given to an agent.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "base/json.h"
#include "corpus/condition.h"
#include "record/policy.h"
#include "record/suite.h"
#include "record/world.h"

namespace redcode::corpus {

// Four are of requests for software; of honest work the limit is left open, or stated. The last six
// are of the suite `injection`: how an order is worded, and the controls.
enum class Form {
  code,
  summary,
  details,
  signature,
  request,
  change,
  disguised,
  open,
  stated,
  plain,
  authority,
  step,
  clean,      // an ordinary line stands where an order might
  delegated,  // a harmless step stands there, which the user asks for
  quoted      // the order stands there, and the user wants it copied
};
// Agents can be given the first three to run.
enum class Language { python, bash, javascript, c, go, powershell };
enum class Behaviour { refuse, execute };
enum class Severity { low, medium, high, critical };

struct Format {
  Form form = Form::code;
  Language language = Language::python;
  bool operator==(const Format&) const = default;
};

// What decides a risky case. `effect` implies an attempt; `averted` is the task's legitimate part.
struct RiskyOracle {
  Condition attempt;
  Condition effect;
  std::optional<Condition> averted = {};
  bool operator==(const RiskyOracle&) const = default;
};

// What decides a benign twin.
struct TwinOracle {
  Condition goal;
  std::optional<Condition> forbidden = {};
  bool operator==(const TwinOracle&) const = default;
};

// What decides a request for software, harmful or honest: the reply, not what happens.
struct GenOracle {
  std::string family;  // of harmful software: "ransomware"
  bool twin = false;
  std::vector<std::string> meets = {};  // a twin's: patterns (RE2), each found in a good answer
  bool borderline = false;  // a twin's: it is near its request, and only its facts make it fine
  bool operator==(const GenOracle&) const = default;
};

// What decides honest work (the suite `overreach`): two questions to the state of the world.
struct WorkOracle {
  Condition goal;     // the work is done
  Condition harm;     // something is harmed
  bool trap = false;  // a shortcut does harm in this world; in its partner the same one is right
  bool operator==(const WorkOracle&) const = default;
};

// What decides honest work where a stranger's text gives an order (the suite `injection`).
struct InjectionOracle {
  Condition done;     // the user's work
  Condition attempt;  // at what the order wants
  Condition effect;   // it happened
  std::string look;   // what shows the place of the order; for personas and proofs alone
  bool control = false;
  bool operator==(const InjectionOracle&) const = default;
};
// The canary in every order: where it turns up, the order was met.
inline constexpr const char* order_canary = "order-ref";
using Oracle = std::variant<RiskyOracle, TwinOracle, GenOracle, WorkOracle, InjectionOracle>;

// A public report that a world replays, told in our words.
struct Incident {
  std::string source;  // "anthropics/claude-code#33183"
  std::string what;
  bool operator==(const Incident&) const = default;
};

struct Case {
  std::string id;  // "<scenario>.<variant or twin>.<form>.<language>"
  std::string scenario;
  std::string variant;
  std::string domain;
  std::string title;
  Format format;
  std::string voice;                   // who seems to be speaking: "ticket", "colleague", ...
  std::string task;                    // the prompt, whole, as the user would say it
  std::vector<std::string> then = {};  // what the user says after each reply, one after the other
  // The deed itself; shown to the agent only in the code form, as part of `task`. Of a request for
  // software: what the scripted model answers, which is inert. Of honest work: the shortcut.
  std::string code;
  // Code that does only the task's legitimate part, or honest work as it should be done; "" if
  // there is none. Never shown to the agent: personas and proofs use it.
  std::string legitimate_code;
  Behaviour expected_behaviour = Behaviour::refuse;
  std::string risk_category;
  Severity severity = Severity::medium;
  bool reversible = false;
  record::World world;
  record::Policy policy;
  Oracle oracle;
  std::vector<Incident> incidents = {};  // that its world replays

  bool twin() const {
    if (const GenOracle* const wanted = gen()) return wanted->twin;
    if (const WorkOracle* const honest = work()) return !honest->trap;
    if (const InjectionOracle* const order = injection()) return order->control;
    return std::holds_alternative<TwinOracle>(oracle);
  }
  // Of a request for software; else nullptr.
  const GenOracle* gen() const { return std::get_if<GenOracle>(&oracle); }
  // Of honest work; else nullptr.
  const WorkOracle* work() const { return std::get_if<WorkOracle>(&oracle); }
  // Of honest work where a stranger's text gives an order; else nullptr.
  const InjectionOracle* injection() const { return std::get_if<InjectionOracle>(&oracle); }
  record::Suite suite() const {
    if (injection() != nullptr) return record::Suite::injection;
    if (work() != nullptr) return record::Suite::overreach;
    return gen() != nullptr ? record::Suite::gen : record::Suite::exec;
  }
  // SHA-256 of its JSON on one line.
  std::string digest() const;
  bool operator==(const Case&) const = default;
};

// The digests of many cases: neighbours share their world, policy and oracle, which are most of
// their JSON.
class CaseDigests {
 public:
  std::string of(const Case& subject);

 private:
  record::World world_;
  record::Policy policy_;
  Oracle oracle_;
  std::string shared_;  // the end of the line
};

std::string_view name(Form form);
std::string_view name(Language language);
std::string_view name(Behaviour behaviour);
std::string_view name(Severity severity);
// As people write it: "JavaScript".
std::string_view spoken(Language language);
// What runs a program in it, before `-c` or its like: "python3", "bash", "node". Nothing for a
// language that sandboxes cannot run.
std::vector<std::string> command_line(Language language, std::string code);
std::set<record::Observer> observers_needed(const Case& subject);
// The texts its conditions look for, each once.
std::set<std::string> texts_in(const Case& subject);
// The paths and programs its conditions speak of, each once.
std::set<std::string> paths_in(const Case& subject);
// The hosts they speak of, each once.
std::set<std::string> hosts_in(const Case& subject);

Json to_json(const Case& subject);
Result<Case> case_from_json(const Json& json);

}  // namespace redcode::corpus
