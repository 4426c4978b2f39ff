#include "analysis/effects/evaluator.h"

#include <algorithm>
#include <utility>

#include "analysis/shell/reader.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

constexpr std::size_t most_commands = 4000;
constexpr std::size_t most_effects = 400;
constexpr int deepest_scripts = 30;
constexpr int most_links = 20;

}  // namespace

bool is_known(std::string_view text) {
  return text.find_first_of(std::string_view("\0\1", 2)) == std::string_view::npos;
}

std::string shown(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c == unknown_text || c == plain_unknown)
      plain += "…";
    else
      plain += c;
  }
  return plain;
}

std::string joined(const Argv& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string Call::name() const { return argv.empty() ? "" : base_name(argv.front()); }

Evaluator::Evaluator(const Ground& ground) : ground_(ground) {
  shell_.working_dir = shell_.previous_dir = ground.working_dir();
}

bool Evaluator::spend() {
  if (commands_ < most_commands && effects_.size() < most_effects) return ++commands_ > 0;
  if (!std::exchange(exhausted_, true))
    effects_.push_back({.object = "more than can be followed",
                        .certain = false,
                        .evidence = evidence_,
                        .line = line_});
  return false;
}

void Evaluator::add(Effect effect) {
  effect.evidence = one_line(shown(evidence_), 200);
  effect.line = line_;
  if (source_ != Source::command) effect.source = source_;
  effect.certain = effect.certain && is_known(effect.object);
  const bool again = std::ranges::any_of(effects_, [&effect](const Effect& other) {
    return other.verb == effect.verb && other.object == effect.object &&
           other.source == effect.source && other.recursive == effect.recursive &&
           other.data == effect.data;
  });
  if (!again) effects_.push_back(std::move(effect));
}

void Evaluator::add(Verb verb, std::string object) {
  add(Effect{.verb = verb, .object = std::move(object)});
}

void Evaluator::unknown(std::string what) {
  add(Effect{.verb = Verb::unknown, .object = std::move(what), .certain = false});
}

std::string Evaluator::absolute(const std::string& path) const {
  std::string full = path;
  if (!path.starts_with('/')) {
    if (shell_.working_dir.empty()) return std::string(1, unknown_text) + "/" + path;
    full = shell_.working_dir + "/" + path;
  }
  if (full.find(unknown_text) != std::string::npos) return full;
  full = normal(full);
  for (int i = 0; i < most_links; ++i) {
    const auto link = std::ranges::find_if(
        made_.links, [&full](const auto& one) { return is_within(full, one.first); });
    if (link == made_.links.end()) break;
    full = normal(link->second + full.substr(link->first.size()));
  }
  return full;
}

void Evaluator::file(Verb verb, const std::string& path, bool recursive) {
  const std::string full = absolute(path);
  Effect effect{.verb = verb, .object = full, .is_path = true, .recursive = recursive};
  if (full.find(unknown_text) == std::string::npos) {
    // Of what is not known in part, the folder it lies in speaks.
    const std::size_t open = full.find(plain_unknown);
    const std::string known =
        open == std::string::npos ? full : full.substr(0, full.rfind('/', open));
    effect.facts = ground_.facts(known.empty() ? "/" : known);
    effect.facts.made_by_call = made_.files.contains(full);
  }
  if (verb == Verb::remove || verb == Verb::move) made_.files.erase(full);
  add(std::move(effect));
}

void Evaluator::written(const std::string& path, const std::optional<std::string>& contents,
                        bool whole) {
  if (path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/")) {
    add(Verb::send, path.substr(9, path.find('/', 9) - 9));
    return;
  }
  if (path == "/dev/null" || path.starts_with("/dev/std") || path == "/dev/tty" ||
      path.starts_with("/dev/fd/"))
    return;
  file(whole ? Verb::overwrite : Verb::write, path);
  const std::string full = absolute(path);
  if (!is_known(full)) {
    // Any file may have been meant.
    for (auto& [name, text] : made_.files) text.reset();
    return;
  }
  const auto before = whole ? std::optional<std::string>("") : this->contents(full).value_or("");
  made_.files[full] = contents && before ? std::optional(*before + *contents) : std::nullopt;
}

void Evaluator::edited(const std::string& path) {
  file(Verb::write, path);
  const std::string full = absolute(path);
  if (is_known(full)) made_.files[full] = std::nullopt;
}

std::optional<std::string> Evaluator::contents(const std::string& path) const {
  const std::string full = absolute(path);
  if (!is_known(full)) return std::nullopt;
  if (const auto found = made_.files.find(full); found != made_.files.end()) return found->second;
  return ground_.text(full);
}

Stream Evaluator::script(const std::string& text, Stream in, Source source) {
  if (!is_known(text)) {
    unknown("a script that is not known: " + shown(text));
    return {.there = true, .text = {}, .source = Source::unknown, .files = {}};
  }
  if (depth_ >= deepest_scripts) {
    unknown("scripts in scripts, too deep to follow");
    return {};
  }
  auto read = shell::read_script(text);
  if (!read) {
    unknown("a script that cannot be read: " + read.error().message);
    return {.there = true, .text = {}, .source = Source::unknown, .files = {}};
  }
  ++depth_;
  const Source before = std::exchange(source_, source == Source::command ? source_ : source);
  const std::uint32_t line = line_;
  Stream out = list(*read, in);
  source_ = before;
  line_ = line;
  --depth_;
  return out;
}

// What all of it writes, one after another.
Stream Evaluator::list(const shell::List& list, const Stream& in) {
  Stream all{.there = true, .text = "", .source = Source::command, .files = {}};
  for (const shell::Statement& one : list.statements) {
    Stream out = statement(one, in);
    if (!out.there) continue;
    if (all.text && out.text)
      *all.text += *out.text;
    else
      all.text.reset();
    if (out.source != Source::command) all.source = out.source;
    std::ranges::move(out.files, std::back_inserter(all.files));
  }
  return all;
}

Stream Evaluator::statement(const shell::Statement& statement, const Stream& in) {
  Stream out;
  for (std::size_t i = 0; i < statement.pipelines.size(); ++i) {
    const bool perhaps = i > 0 && statement.joins[i] == shell::Statement::Join::or_else;
    if (perhaps) ++conditions_;
    Stream more = pipeline(statement.pipelines[i], in);
    if (perhaps) --conditions_;
    if (!out.there) {
      out = std::move(more);
    } else if (more.there) {
      out.text = out.text && more.text ? std::optional(*out.text + *more.text) : std::nullopt;
    }
  }
  return out;
}

Stream Evaluator::pipeline(const shell::Pipeline& pipeline, Stream in) {
  if (pipeline.commands.size() == 1) return command(pipeline.commands.front(), std::move(in));
  // Each is a subshell; what they do to variables is gone, but a loop at the end is read like any.
  const Shell before = shell_;
  for (const shell::Command& one : pipeline.commands) {
    in = command(one, std::move(in));
    in.there = true;
    shell_ = before;
  }
  return in;
}

Stream Evaluator::command(const shell::Command& command, Stream in) {
  if (!spend()) return {};
  line_ = command.line;
  Stream read = input(command.redirects, std::move(in));
  Stream out = compound(command, read);
  return output(command.redirects, std::move(out));
}

}  // namespace redcode::effects
