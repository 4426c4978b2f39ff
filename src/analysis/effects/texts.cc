// Programs that only look, and the texts they write where those can be told.
#include <algorithm>
#include <array>

#include "analysis/effects/programs.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

// A character by its number, whose digits come after `at`; `at` is moved to the last of them.
char numbered(std::string_view text, std::size_t& at, std::size_t base, std::size_t most) {
  std::size_t value = 0;
  for (std::size_t n = 0; n < most && at + 1 < text.size(); ++n) {
    const auto digit =
        std::string_view("0123456789abcdef").find(static_cast<char>(text[at + 1] | 0x20));
    if (digit >= base) break;
    value = value * base + digit;
    ++at;
  }
  return static_cast<char>(value);
}

// Backslash escapes as echo -e and printf have them.
std::string unescaped(std::string_view text) {
  static constexpr std::string_view letters = "abefnrtv\\'\"";
  static constexpr std::string_view meanings = "\a\b\x1b\f\n\r\t\v\\'\"";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const char kind = text[++i];
    if (const auto place = letters.find(kind); place != std::string_view::npos) {
      plain += meanings[place];
    } else if (kind == 'x') {
      plain += numbered(text, i, 16, 2);
    } else if (kind >= '0' && kind <= '7') {
      if (kind != '0') --i;
      plain += numbered(text, i, 8, 3);
    } else {
      plain += '\\';
      plain += kind;
    }
  }
  return plain;
}

Stream echo(Evaluator&, const Call& call) {
  std::size_t first = 1;
  bool escapes = false;
  bool newline = true;
  for (;
       first < call.argv.size() && call.argv[first].size() > 1 && call.argv[first].front() == '-' &&
       call.argv[first].find_first_not_of("neE", 1) == std::string::npos;
       ++first) {
    if (call.argv[first].find('e') != std::string::npos) escapes = true;
    if (call.argv[first].find('n') != std::string::npos) newline = false;
  }
  const std::string text = joined(from(call.argv, first));
  return known_text((escapes ? unescaped(text) : text) + (newline ? "\n" : ""));
}

// One round of the format; `at` is the next argument.
std::string formatted(const std::string& format, const Argv& words, std::size_t& at) {
  std::string text;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      text += format[i];
      continue;
    }
    while (i + 1 < format.size() &&
           std::string_view("-+ #0123456789.").find(format[i + 1]) != std::string_view::npos)
      ++i;
    const char kind = i + 1 < format.size() ? format[++i] : '%';
    if (kind == '%') {
      text += '%';
      continue;
    }
    const std::string word = at < words.size() ? words[at] : "";
    ++at;
    text += kind == 'b' ? unescaped(word) : word;
  }
  return text;
}

Stream print_formatted(Evaluator& evaluator, const Call& call) {
  constexpr std::size_t most_text = 65'536;
  Argv words = from(call.argv, 1);
  std::string variable;
  if (words.size() > 2 && words[0] == "-v") {
    variable = words[1];
    words = from(words, 2);
  }
  if (!words.empty() && words[0] == "--") words = from(words, 1);
  if (words.empty()) return known_text("");
  const std::string format = unescaped(words.front());
  std::size_t at = 1;
  std::string text = formatted(format, words, at);
  while (at < words.size() && at > 1 && text.size() < most_text)
    text += formatted(format, words, at);
  if (variable.empty()) return known_text(text);
  if (variable.find_first_of("$`") != std::string::npos) evaluator.unknown("a variable's odd name");
  evaluator.shell().variables[variable] = {text};
  return known_text("");
}

// Notes the files that are read; gives their text if it is all known.
Stream cat(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv);
  if (read.operands.empty()) return call.in;
  Stream out = known_text("");
  for (const std::string& path : read.operands) {
    const bool standard = path == "-" || path == "/dev/stdin";
    const auto text =
        standard ? (call.in.there ? call.in.text : std::nullopt) : evaluator.contents(path);
    if (!standard && !path.starts_with("/dev/")) {
      evaluator.file(Verb::read, path);
      out.files.push_back(path);
    }
    out.text = out.text && text ? std::optional(*out.text + *text) : std::nullopt;
  }
  if (!out.text) out.source = Source::file;
  return out;
}

// A reader whose text is not worked out.
Stream reader(Evaluator& evaluator, const Call& call, std::size_t patterns, Takes takes) {
  const Arguments read = read_arguments(call.argv, takes);
  Stream out = unknown_text_of(call.in.there ? call.in.source : Source::file);
  out.files = call.in.files;
  for (const std::string& path : from(read.operands, patterns)) {
    if (path == "-" || path.starts_with("/dev/")) continue;
    evaluator.file(Verb::read, path);
    out.files.push_back(path);
  }
  for (const std::string& option : {"o", "output"}) {
    if (read.given(option) && call.name() != "grep" && call.name() != "cut")
      evaluator.written(read.value(option), std::nullopt, true);
  }
  return out;
}

Stream lines(Evaluator& evaluator, const Call& call) {
  return reader(evaluator, call, 0,
                {.letters = "nckdfstw",
                 .names = "lines bytes delimiter fields key output",
                 .stops_at_operand = false});
}
Stream sort(Evaluator& evaluator, const Call& call) {
  return reader(evaluator, call, 0,
                {.letters = "oktST", .names = "output key", .stops_at_operand = false});
}
Stream search(Evaluator& evaluator, const Call& call) {
  return reader(evaluator, call, call.name() == "tr" ? 9 : 1,
                {.letters = "ABCmgt",
                 .names = "include exclude exclude-dir color glob type",
                 .stops_at_operand = false});
}

Stream look(Evaluator&, const Call&) { return unknown_text_of(Source::command); }
// A test may look at an element of an array, and its number may be a command.
Stream nothing(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : call.argv) {
    if (word.find("[$(") != std::string::npos || word.find("[`") != std::string::npos)
      evaluator.unknown("a number that is a command: " + word);
  }
  return known_text("");
}

Stream decode(Evaluator& evaluator, const Call& call) {
  Stream out = cat(evaluator,
                   Call{.argv =
                            [&] {
                              Argv files{"cat"};
                              const Arguments read =
                                  read_arguments(call.argv, {.letters = "w", .names = "wrap"});
                              files.insert(files.end(), read.operands.begin(), read.operands.end());
                              return files;
                            }(),
                        .in = call.in});
  out.there = true;
  out.text.reset();
  out.source = Source::decoded;
  return out;
}

Stream folder_name(Evaluator&, const Call& call) {
  if (call.argv.size() < 2 || !is_known(call.argv[1])) return unknown_text_of(Source::command);
  const std::string& path = call.argv[1];
  if (call.name() == "basename") {
    std::string name = base_name(path);
    if (call.argv.size() > 2 && name.ends_with(call.argv[2]))
      name.resize(name.size() - call.argv[2].size());
    return known_text(name + "\n");
  }
  const std::size_t slash = path.rfind('/');
  return known_text((slash == std::string::npos ? "."
                     : slash == 0               ? "/"
                                                : path.substr(0, slash)) +
                    "\n");
}

Stream real_path(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv);
  if (read.operands.size() != 1) return unknown_text_of(Source::command);
  const std::string full = evaluator.absolute(read.operands.front());
  return is_known(full) ? known_text(full + "\n") : unknown_text_of(Source::command);
}

Stream which(Evaluator&, const Call& call) {
  if (call.argv.size() < 2 || !is_known(call.argv.back()) ||
      find_program(call.argv.back()) == nullptr)
    return unknown_text_of(Source::command);
  return known_text("/usr/bin/" + call.argv.back() + "\n");
}

Stream working_dir(Evaluator& evaluator, const Call&) {
  const std::string& folder = evaluator.shell().working_dir;
  return folder.empty() ? unknown_text_of(Source::command) : known_text(folder + "\n");
}

Stream plain_word(Evaluator&, const Call&) {
  return known_text(std::string(1, plain_unknown) + "\n");
}

// The commands of sed's e.
void run_by_sed(Evaluator& evaluator, const std::string& program) {
  static constexpr std::string_view before = "0123456789$;/ ";
  for (std::size_t at = program.find('e'); at != std::string::npos;
       at = program.find('e', at + 1)) {
    const bool last = at + 1 == program.size();
    if (!last && program[at + 1] != ' ') continue;
    const bool command = (at == 0 || before.find(program[at - 1]) != std::string_view::npos) &&
                         program.find('/') >= at;
    if (command && !last)
      evaluator.script(program.substr(at + 1), {}, Source::command);
    else if (last && (command || program.front() == 's'))
      evaluator.unknown("commands that sed runs");
  }
}

// What sed writes is not worked out; what it runs and changes is.
Stream stream_edit(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "efl", .names = "expression file"});
  const bool given =
      read.given("e") || read.given("f") || read.given("expression") || read.given("file");
  std::string program = read.value("e", "expression");
  if (!given && !read.operands.empty()) program = read.operands.front();
  const bool in_place =
      read.has("i") || std::ranges::any_of(read.flags, [](const std::string& flag) {
        return flag.starts_with("in-p");
      });
  run_by_sed(evaluator, program);
  for (const std::string& path : from(read.operands, given ? 0 : 1)) {
    if (in_place)
      evaluator.edited(path);
    else
      evaluator.file(Verb::read, path);
  }
  Stream out = unknown_text_of(call.in.there ? call.in.source : Source::file);
  out.files = call.in.files;
  return out;
}

void run_by_awk(Evaluator& evaluator, const std::string& program) {
  static constexpr std::array<std::string_view, 7> words{"system",  "| \"", "|\"", "|&",
                                                         "getline", "> \"", ">\""};
  const auto* const word = std::ranges::find_if(
      words, [&program](std::string_view one) { return program.find(one) != std::string::npos; });
  if (word == words.end()) return;
  const std::size_t open = program.find("system(\"");
  const std::size_t close = program.rfind("\")");
  if (open != std::string::npos && close != std::string::npos && close > open)
    evaluator.script(unescaped(program.substr(open + 8, close - open - 8)), {}, Source::command);
  else if (*word != "getline")
    evaluator.unknown("commands that awk runs: " + program);
}

Stream awk(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "Fvf", .names = "field-separator assign file"});
  const std::string program = read.operands.empty() ? "" : read.operands.front();
  run_by_awk(evaluator, program);
  for (const std::string& path : from(read.operands, read.given("f") ? 0 : 1)) {
    if (path.find('=') == std::string::npos) evaluator.file(Verb::read, path);
  }
  return unknown_text_of(call.in.there ? call.in.source : Source::file);
}

}  // namespace

void add_texts(Programs& programs) {
  programs["echo"] = echo;
  programs["printf"] = print_formatted;
  programs["cat"] = programs["tac"] = cat;
  for (const std::string_view name :
       {"head",      "tail",   "wc",     "cut",     "uniq",    "nl",     "fold",
        "paste",     "column", "od",     "hexdump", "strings", "md5sum", "sha1sum",
        "sha256sum", "less",   "more",   "diff",    "cmp",     "comm",   "file",
        "stat",      "csplit", "expand", "fmt",     "bat",     "zcat",   "join"})
    programs[name] = lines;
  programs["sort"] = programs["shuf"] = sort;
  for (const std::string_view name : {"grep", "egrep", "fgrep", "rg", "ag", "jq", "yq", "tr"})
    programs[name] = search;
  for (const std::string_view name : {"base64", "base32", "xxd", "rev", "gunzip", "uudecode",
                                      "openssl", "unxz", "bunzip2", "gpg", "zstd"})
    programs[name] = decode;
  for (const std::string_view name :
       {"ls",       "dir",      "tree",   "du",       "df",      "ps",         "id",     "groups",
        "env-list", "printenv", "lsof",   "free",     "uptime",  "top",        "vmstat", "lscpu",
        "getent",   "pgrep",    "pidof",  "hostname", "locale",  "nproc",      "tput",   "stty",
        "tty",      "man",      "help",   "whatis",   "history", "jobs",       "dirs",   "times",
        "bc",       "expr",     "factor", "cal",      "ss",      "netstat",    "ping",   "dig",
        "host",     "nslookup", "lsblk",  "blkid",    "dmesg",   "journalctl", "last",   "w",
        "who",      "cloc",     "tokei"})
    programs[name] = look;
  for (const std::string_view name :
       {"true",   "false",  ":",        "test",     "[",      "sleep",   "wait",
        "exit",   "return", "break",    "continue", "shift",  "umask",   "ulimit",
        "clear",  "reset",  "fg",       "bg",       "disown", "yes",     "sync",
        "logger", "usleep", "complete", "compgen",  "caller", "suspend", "shopt"})
    programs[name] = nothing;
  for (const std::string_view name :
       {"date", "uname", "whoami", "arch", "seq", "uuidgen", "logname"})
    programs[name] = plain_word;
  programs["basename"] = programs["dirname"] = folder_name;
  programs["realpath"] = programs["readlink"] = real_path;
  programs["which"] = which;
  programs["pwd"] = working_dir;
  programs["sed"] = programs["gsed"] = stream_edit;
  for (const std::string_view name : {"awk", "gawk", "mawk", "nawk"}) programs[name] = awk;
}

}  // namespace redcode::effects
