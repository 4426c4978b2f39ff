// What each kind of command does with its parts.
#include <algorithm>
#include <utility>
#include <variant>

#include "analysis/effects/evaluator.h"

namespace redcode::effects {
namespace {

constexpr std::size_t most_turns = 16;
constexpr std::size_t most_values = 8;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

bool endless(const shell::Loop& loop) { return loop.condition.statements.size() == 1; }

void assign_array(Evaluator& evaluator, const shell::Assignment& assignment) {
  Argv values;
  for (const Argv& argv : evaluator.arguments(assignment.values))
    std::ranges::copy(argv, std::back_inserter(values));
  Argv& now = evaluator.shell().arrays[assignment.name];
  if (assignment.append) values.insert(values.begin(), now.begin(), now.end());
  now = std::move(values);
}

// Every end after every beginning.
std::vector<std::string> appended(const std::vector<std::string>& begins,
                                  const std::vector<std::string>& ends) {
  std::vector<std::string> all;
  for (const std::string& begin : begins)
    for (const std::string& end : ends) all.push_back(begin + end);
  return all;
}

}  // namespace

Stream Evaluator::compound(const shell::Command& command, const Stream& in) {
  const auto follow = Overloaded{
      [&](const shell::Simple& one) { return simple(command, one, in); },
      [&](const shell::Group& one) {
        return one.subshell ? subshell(one.body, in) : list(one.body, in);
      },
      [&](const shell::Conditional& one) {
        Stream out;
        for (std::size_t i = 0; i < one.lists.size(); ++i) {
          if (i == 1) ++conditions_;
          out = list(one.lists[i], in);
        }
        if (one.lists.size() > 1) --conditions_;
        out.text.reset();
        return out;
      },
      [&](const shell::Loop& one) { return loop(one, in); },
      [&](const shell::Each& one) { return each(one, in); },
      [&](const shell::Counted& one) {
        only_values(one.expressions);
        ++conditions_;
        for (int i = 0; i < 2; ++i) list(one.body, in);
        --conditions_;
        return Stream{.there = true, .text = {}, .source = Source::unknown, .files = {}};
      },
      [&](const shell::Choice& one) {
        texts(one.subject);
        ++conditions_;
        for (const shell::Branch& branch : one.branches) {
          only_values(branch.patterns);
          list(branch.body, in);
        }
        --conditions_;
        return Stream{.there = true, .text = {}, .source = Source::command, .files = {}};
      },
      [&](const shell::Test& one) {
        only_values(one.words);
        return Stream{.there = true, .text = "", .source = Source::command, .files = {}};
      },
      [&](const shell::Arithmetic& one) {
        texts(one.expression);
        return Stream{.there = true, .text = "", .source = Source::command, .files = {}};
      },
      [&](const shell::Function& one) {
        shell_.functions[one.name] = std::make_shared<const shell::Command>(one.body.front());
        return Stream{};
      },
      [&](const shell::Coprocess& one) {
        this->command(one.body.front(),
                      {.there = true, .text = {}, .source = Source::unknown, .files = {}});
        return Stream{};
      }};
  return std::visit(follow, command.what);
}

// Looks at words for what is run in them.
void Evaluator::only_values(const std::vector<shell::Word>& words) {
  for (const shell::Word& word : words) texts(word);
}

Stream Evaluator::subshell(const shell::List& list, const Stream& in) {
  const Shell before = shell_;
  Stream out = this->list(list, in);
  shell_ = before;
  return out;
}

Stream Evaluator::loop(const shell::Loop& loop, const Stream& in) {
  ++conditions_;
  // A loop that reads lines it knows is followed line by line.
  Stream lines = in;
  if (lines.there && !lines.text) lines.text.reset();
  const std::size_t before = effects_.size();
  for (std::size_t turn = 0; turn < 2; ++turn) {
    list(loop.condition, lines);
    list(loop.body, lines);
    if (effects_.size() == before || endless(loop)) break;
  }
  --conditions_;
  return {.there = true, .text = {}, .source = Source::unknown, .files = {}};
}

Stream Evaluator::each(const shell::Each& each, const Stream& in) {
  std::vector<std::string> values;
  if (each.positional) values = shell_.positional;
  for (const Argv& argv : arguments(each.words))
    std::ranges::copy(argv, std::back_inserter(values));
  if (values.size() > most_turns) values = {std::string(1, unknown_text)};
  Stream all{.there = true, .text = "", .source = Source::command, .files = {}};
  for (const std::string& value : values) {
    shell_.variables[each.variable] = {value};
    Stream out = list(each.body, in);
    all.text =
        all.text && out.there && out.text ? std::optional(*all.text + *out.text) : std::nullopt;
  }
  return all;
}

void Evaluator::assign(const shell::Assignment& assignment) {
  only_values(assignment.subscript);
  if (assignment.array) return assign_array(*this, assignment);
  std::vector<std::string> values{""};
  if (!assignment.values.empty()) values = texts(assignment.values.front());
  if (assignment.name == "IFS") shell_.odd_separators = true;
  if (!assignment.subscript.empty()) {
    shell_.arrays[assignment.name].insert(shell_.arrays[assignment.name].end(), values.begin(),
                                          values.end());
    return;
  }
  auto& now = shell_.variables[assignment.name];
  if (assignment.append) {
    if (now.empty()) now = {""};
    values = appended(now, values);
  }
  // Where that may not happen it may still be what it was.
  if (conditions_ > 0) values.insert(values.end(), now.begin(), now.end());
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
  if (values.size() > most_values) values = {std::string(1, unknown_text)};
  now = std::move(values);
}

Stream Evaluator::simple(const shell::Command&, const shell::Simple& simple, const Stream& in) {
  const auto before =
      simple.words.empty() ? std::map<std::string, std::vector<std::string>>{} : shell_.variables;
  std::vector<Argv> ways = arguments(simple.words);
  for (const shell::Assignment& one : simple.assignments) assign(one);
  for (const shell::Assignment& one : simple.declared) assign(one);
  if (simple.words.empty())
    return {.there = true, .text = "", .source = Source::command, .files = {}};
  Stream out{.there = true, .text = "", .source = Source::command, .files = {}};
  const std::uint32_t line = line_;
  for (Argv& argv : ways) {
    // Nothing is left of a command that was all in an empty variable.
    if (argv.empty()) continue;
    line_ = line;
    evidence_ = joined(argv);
    out = run(argv, in);
  }
  if (ways.size() > 1) out.text.reset();
  // What stands before a command is the command's alone, but for what it declares itself.
  for (const shell::Assignment& one : simple.assignments) {
    if (const auto found = before.find(one.name); found != before.end())
      shell_.variables[one.name] = found->second;
    else
      shell_.variables.erase(one.name);
  }
  return out;
}

Stream Evaluator::called(const std::shared_ptr<const shell::Command>& body, Argv argv,
                         const Stream& in) {
  constexpr int deepest_calls = 12;
  if (depth_ >= deepest_calls) {
    unknown("a function that calls itself");
    return {};
  }
  ++depth_;
  argv.erase(argv.begin());
  const Argv before = std::exchange(shell_.positional, std::move(argv));
  Stream out = command(*body, in);
  shell_.positional = before;
  --depth_;
  return out;
}

}  // namespace redcode::effects
