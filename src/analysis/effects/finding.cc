// find, xargs and parallel: what they run, and on what.
#include <algorithm>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

constexpr std::size_t most_given = 64;

// Everything that a find from `root` may come to, as one thing.
std::string below(const std::string& root) { return root + "/" + plain_unknown; }

struct Search {
  Argv roots;
  std::string name;     // what -name asks for, if that is all that decides
  bool all = true;      // no test that could leave out what is there
  bool itself = false;  // -maxdepth 0
};

Search search_of(const Argv& argv) {
  Search found;
  std::size_t i = 1;
  for (; i < argv.size() && !argv[i].starts_with('-') && argv[i] != "(" && argv[i] != "!"; ++i)
    found.roots.push_back(argv[i]);
  if (found.roots.empty()) found.roots.emplace_back(".");
  for (; i < argv.size(); ++i) {
    if (argv[i] == "-name" && i + 1 < argv.size()) found.name = argv[i + 1];
    if (argv[i] == "-maxdepth" && i + 1 < argv.size() && argv[i + 1] == "0") found.itself = true;
  }
  return found;
}

Argv found_below(Evaluator& evaluator, const std::string& root, const std::string& name) {
  const std::string full = evaluator.absolute(root);
  const auto found = is_known(full) ? evaluator.ground().find(full, name) : std::nullopt;
  Argv paths = found ? *found : Argv{below(root)};
  for (const auto& [file, contents] : evaluator.made().files)
    if (is_within(file, full) && matches_pattern(name, base_name(file))) paths.push_back(file);
  return paths;
}

// Paths that exist and may be found; a placeholder where there are too many.
Argv found_by(Evaluator& evaluator, const Search& search) {
  if (search.itself || search.name.empty())
    return search.roots.size() > most_given ? Argv{std::string(1, unknown_text)} : search.roots;
  Argv paths;
  for (const std::string& root : search.roots)
    std::ranges::copy(found_below(evaluator, root, search.name), std::back_inserter(paths));
  return paths.size() > most_given ? Argv{std::string(1, unknown_text)} : paths;
}

// The words of a command with `text` in the place of a mark.
Argv filled_in(const Argv& words, const std::string& mark, const std::string& text) {
  Argv whole;
  for (std::string word : words) {
    for (std::size_t at = word.find(mark); at != std::string::npos;
         at = word.find(mark, at + text.size()))
      word.replace(at, mark.size(), text);
    whole.push_back(std::move(word));
  }
  return whole;
}

// -exec … ; and -exec … +
void run_each(Evaluator& evaluator, const Argv& argv, std::size_t first, const Argv& paths) {
  Argv words;
  for (std::size_t i = first; i < argv.size() && argv[i] != ";" && argv[i] != "+"; ++i)
    words.push_back(argv[i]);
  const std::string folder = evaluator.shell().working_dir;
  for (const std::string& path : paths) {
    evaluator.run(filled_in(words, "{}", path), {});
    evaluator.shell().working_dir = folder;
  }
}

// What one of a search's words does with what is found.
void act(Evaluator& evaluator, const Argv& argv, std::size_t at, const Argv& paths) {
  const std::string& word = argv[at];
  if (word == "-delete")
    for (const std::string& path : paths) evaluator.file(Verb::remove, path, true);
  if (word == "-exec" || word == "-execdir" || word == "-ok" || word == "-okdir")
    run_each(evaluator, argv, at + 1, paths);
  const bool notes = word == "-fprint" || word == "-fprintf" || word == "-fls";
  if (notes && at + 1 < argv.size()) evaluator.written(argv[at + 1], std::nullopt, true);
}

Stream find(Evaluator& evaluator, const Call& call) {
  const Search search = search_of(call.argv);
  const Argv paths = found_by(evaluator, search);
  std::string text;
  for (const std::string& path : paths) text += path + "\n";
  Stream out = known_text(std::move(text));
  // Without a name there may be more than the roots.
  if (search.name.empty() && !search.itself) out.text.reset();
  for (std::size_t i = 1; i < call.argv.size(); ++i) {
    act(evaluator, call.argv, i, paths);
    if (call.argv[i] == "-printf" && i + 1 < call.argv.size() &&
        call.argv[i + 1].find(' ') != std::string::npos)
      out = unknown_text_of(Source::unknown);
  }
  out.files = search.roots;
  return out;
}

Argv words_of(const std::string& text, char separator) {
  Argv words;
  std::string plain = text;
  if (separator == ' ')
    for (char& c : plain)
      if (c == '\n' || c == '\t') c = ' ';
  for (const std::string& word : split(plain, separator))
    if (!word.empty()) words.push_back(word);
  return words;
}

// What xargs adds to its command.
Argv given_to(Evaluator& evaluator, const Call& call, const Arguments& read, char separator) {
  const Argv unknown{std::string(1, unknown_text)};
  std::optional<std::string> text = call.in.there ? call.in.text : std::nullopt;
  const std::string list = read.value("a", "arg-file");
  if (!list.empty()) text = evaluator.contents(list);
  if (text) {
    Argv words = words_of(*text, separator);
    return words.size() > most_given ? unknown : words;
  }
  if (call.in.files.empty() || call.in.source == Source::network) return unknown;
  // What a search below these folders gives.
  Argv given;
  for (const std::string& root : call.in.files) given.push_back(below(root));
  return given;
}

Stream xargs(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv, {.letters = "IndLPsEa",
                  .names = "replace max-args delimiter max-lines max-procs max-chars arg-file",
                  .stops_at_operand = true});
  std::string replace = read.value("I", "replace");
  if (replace.empty() && read.has("i")) replace = "{}";
  const bool by_line = !replace.empty() || read.has("0", "null") || read.given("d");
  const Argv given = given_to(evaluator, call, read, by_line ? '\n' : ' ');
  Argv words = read.operands.empty() ? Argv{"echo"} : read.operands;
  if (replace.empty()) {
    words.insert(words.end(), given.begin(), given.end());
    return evaluator.run(words, {});
  }
  for (const std::string& one : given) evaluator.run(filled_in(words, replace, one), {});
  return unknown_text_of(Source::command);
}

Stream parallel(Evaluator& evaluator, const Call& call) {
  const auto colons = std::ranges::find(call.argv, ":::");
  const Arguments read = read_arguments(
      {call.argv.begin(), colons}, {.letters = "jNnS", .names = "jobs", .stops_at_operand = true});
  Argv given{std::string(1, unknown_text)};
  if (colons != call.argv.end()) given.assign(colons + 1, call.argv.end());
  for (const std::string& one : given) {
    std::string text = joined(read.operands);
    const std::size_t place = text.find("{}");
    if (place == std::string::npos)
      text += (text.empty() ? "" : " ") + one;
    else
      text.replace(place, 2, one);
    evaluator.script(text, {}, Source::command);
  }
  return unknown_text_of(Source::command);
}

Stream fd_find(Evaluator& evaluator, const Call& call) {
  for (std::size_t i = 1; i + 1 < call.argv.size(); ++i) {
    if (call.argv[i] != "-x" && call.argv[i] != "-X" && call.argv[i] != "--exec" &&
        call.argv[i] != "--exec-batch")
      continue;
    Argv words = from(call.argv, i + 1);
    words.push_back(below("."));
    evaluator.run(words, {});
  }
  return unknown_text_of(Source::command);
}

}  // namespace

void add_finding(Programs& programs) {
  programs["find"] = programs["gfind"] = find;
  programs["xargs"] = xargs;
  programs["parallel"] = parallel;
  programs["fd"] = programs["fdfind"] = fd_find;
}

}  // namespace redcode::effects
