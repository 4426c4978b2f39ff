// What a Python or JavaScript program would do, by the calls that its outline names.
#include <algorithm>
#include <array>
#include <chrono>

#include "analysis/effects/programs.h"
#include "analysis/outline.h"
#include "base/text.h"

namespace redcode::effects {
namespace {

constexpr std::chrono::milliseconds longest_reading{400};

// One call of the outline: os.remove("/x").
struct Called {
  std::string name;           // os.remove
  std::string receiver_text;  // with what it was made by: pathlib.Path('/x')
  std::vector<std::string> arguments;
};

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// The arguments between the last parentheses that belong together.
std::vector<std::string> arguments_of(std::string_view inside) {
  std::vector<std::string> parts{""};
  int depth = 0;
  char quote = '\0';
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const char c = inside[i];
    if (quote != '\0') {
      if (c == '\\' && i + 1 < inside.size())
        parts.back() += inside[i++];
      else if (c == quote)
        quote = '\0';
    } else if (is_quote(c)) {
      quote = c;
    } else if (std::string_view("([{").find(c) != std::string_view::npos) {
      ++depth;
    } else if (std::string_view(")]}").find(c) != std::string_view::npos) {
      --depth;
    } else if (c == ',' && depth == 0) {
      parts.emplace_back();
      continue;
    }
    parts.back() += inside[i];
  }
  for (std::string& part : parts) part = std::string(trim(part));
  return parts;
}

Called called_by(const std::string& fact) {
  Called read;
  if (!fact.ends_with(')')) return read;
  // From the front, so that quotes are seen as they open.
  std::vector<std::size_t> open;
  std::size_t last = std::string::npos;
  char quote = '\0';
  for (std::size_t i = 0; i < fact.size(); ++i) {
    const char c = fact[i];
    if (quote != '\0') {
      if (c == '\\')
        ++i;
      else if (c == quote)
        quote = '\0';
    } else if (is_quote(c)) {
      quote = c;
    } else if (c == '(') {
      open.push_back(i);
    } else if (c == ')' && !open.empty()) {
      last = open.back();
      open.pop_back();
    }
  }
  if (last == std::string::npos) return read;
  read.receiver_text = fact.substr(0, last);
  read.name = read.receiver_text;
  read.arguments = arguments_of(std::string_view(fact).substr(last + 1, fact.size() - last - 2));
  return read;
}

std::string last_name(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

// A literal's text; nothing_known otherwise. `name='text'`, as the outline puts it, counts.
std::string literal(std::string argument) {
  const std::string nothing(1, unknown_text);
  const std::size_t quote = argument.find_first_of("'\"`");
  if (quote == std::string::npos) return nothing;
  const std::string before = argument.substr(0, quote);
  const bool plain = std::ranges::all_of(before, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '=';
  });
  if (!plain || before == "f" || before == "rf" || before == "fr") return nothing;
  const std::size_t close = argument.find(argument[quote], quote + 1);
  if (close == std::string::npos || close + 1 != argument.size()) return nothing;
  const std::string text = argument.substr(quote + 1, close - quote - 1);
  if (text.find('\\') != std::string::npos ||
      (argument[quote] == '`' && text.find("${") != std::string::npos))
    return nothing;
  return text;
}

std::string path_of(const Called& call, std::size_t index) {
  const std::string nothing(1, unknown_text);
  return index < call.arguments.size() ? literal(call.arguments[index]) : nothing;
}

// pathlib.Path('/x').unlink: '/x'
std::string receiver_path(const Called& call) {
  const std::size_t open = call.receiver_text.find("Path(");
  if (open == std::string::npos) return std::string(1, unknown_text);
  const std::size_t close = call.receiver_text.find(')', open);
  return close == std::string::npos
             ? std::string(1, unknown_text)
             : literal(call.receiver_text.substr(open + 5, close - open - 5));
}

bool starts_with_any(const std::string& text, std::initializer_list<std::string_view> begins) {
  return std::ranges::any_of(begins,
                             [&text](std::string_view one) { return text.starts_with(one); });
}

bool is_any(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, text) != words.end();
}

bool of_module(const Called& call) {
  return starts_with_any(call.name, {"os.", "shutil.", "fs.", "fs/promises.", "fs-extra.", "Deno.",
                                     "send2trash", "rimraf", "del", "fse."});
}

bool of_path(const Called& call) {
  return call.receiver_text.find("Path(") != std::string::npos ||
         call.receiver_text.find("pathlib") != std::string::npos;
}

// The path that a call is about.
std::string subject(const Called& call) {
  return of_module(call) ? path_of(call, 0) : receiver_path(call);
}

// What stands for a function is worked out from a text.
bool picks_function(const Called& call) {
  const bool looks_up = call.name == "getattr" && !call.arguments.empty() &&
                        is_any(call.arguments.front(), {"os", "shutil", "subprocess", "builtins",
                                                        "__builtins__", "pathlib", "sys"});
  return looks_up || call.receiver_text.find("getattr(") != std::string::npos ||
         call.receiver_text.find("](") != std::string::npos || call.receiver_text.ends_with(']');
}

class ProgramReader {
 public:
  explicit ProgramReader(Evaluator& evaluator) : evaluator_(evaluator) {}

  void call(const std::string& fact) {
    Called read = called_by(fact);
    if (read.name.empty()) return;
    name_module(read);
    if (!commands(read) && !files(read) && !opens(read) && !network(read)) others(read);
  }

 private:
  // require(`fs`).rmSync: the outline resolves names, not every literal.
  void name_module(Called& call) {
    const std::size_t open = call.name.rfind("require(");
    const std::size_t close = call.name.rfind(')');
    if (open == std::string::npos || close == std::string::npos || close < open) return;
    std::string module = literal(call.name.substr(open + 8, close - open - 8));
    if (!is_known(module)) return evaluator_.unknown("a module that a program picks");
    if (module.starts_with("node:")) module.erase(0, 5);
    call.name = module + call.name.substr(close + 1);
  }

  // Commands: a text for a shell, or a list of words.
  bool commands(const Called& call) {
    const std::string last = last_name(call.name);
    const bool python = starts_with_any(
        call.name, {"os.system", "os.popen", "subprocess.", "commands.", "pty.spawn", "os.exec",
                    "os.spawn", "os.posix_spawn", "asyncio.create_subprocess", "sh."});
    const bool node = starts_with_any(call.name, {"child_process.", "execa", "shelljs.",
                                                  "Bun.spawn", "Deno.Command", "Deno.run"});
    const bool loose = is_any(call.name, {"execSync", "exec.exec", "system", "popen"});
    if (!python && !node && !loose) return false;
    if (is_any(last, {"decode", "strip", "read", "splitlines", "wait", "poll", "kill", "terminate",
                      "on", "toString", "trim", "PIPE", "list2cmdline"}))
      return true;
    if (call.arguments.empty() || call.arguments.front().empty()) return true;
    const std::string& first = call.arguments.front();
    const std::size_t bracket = first.find('[');
    if (bracket != std::string::npos && first.ends_with(']') &&
        first.find_first_of("'\"") > bracket) {
      words(arguments_of(first.substr(bracket + 1, first.size() - bracket - 2)));
    } else if (const std::string text = literal(first); is_known(text)) {
      const bool list =
          node && call.arguments.size() > 1 && call.arguments[1].find('[') != std::string::npos;
      if (list) {
        const std::string& rest = call.arguments[1];
        const std::size_t open = rest.find('[');
        auto more = arguments_of(rest.substr(open + 1, rest.rfind(']') - open - 1));
        more.insert(more.begin(), "'" + text + "'");
        words(more);
      } else {
        evaluator_.script(text, {}, Source::command);
      }
    } else {
      evaluator_.unknown("a command that a program makes up: " + one_line(call.name, 60));
    }
    return true;
  }

  void words(const std::vector<std::string>& arguments) {
    Argv argv;
    for (const std::string& one : arguments) {
      if (one.empty()) continue;
      argv.push_back(one == "sys.executable" ? "python3" : literal(one));
    }
    if (!argv.empty()) evaluator_.run(argv, {});
  }

  bool removes(const Called& call) {
    const std::string last = last_name(call.name);
    const bool plain = is_any(last, {"unlink", "rmtree", "rmSync", "unlinkSync", "rmdirSync"});
    const bool removes = plain || (last == "remove" && of_module(call)) ||
                         is_any(last, {"rmdir", "removedirs", "rm", "emptyDirSync", "removeSync",
                                       "send2trash", "rimraf"});
    if (!removes || !(plain || of_module(call) || of_path(call))) return false;
    evaluator_.file(Verb::remove, subject(call), last != "unlink" && last != "remove");
    return true;
  }

  bool writes(const Called& call) {
    const std::string last = last_name(call.name);
    if (is_any(last, {"write_text", "write_bytes"}))
      changed(receiver_path(call), true);
    else if (is_any(last,
                    {"writeFileSync", "writeFile", "truncate", "truncateSync", "createWriteStream",
                     "outputFileSync", "writeTextFile", "writeTextFileSync"}))
      changed(path_of(call, 0), true);
    else if (is_any(last, {"appendFileSync", "appendFile"}))
      changed(path_of(call, 0), false);
    else
      return false;
    return true;
  }

  bool files(const Called& call) {
    if (removes(call)) return true;
    if (!of_module(call) && !of_path(call)) return false;
    const std::string last = last_name(call.name);
    if (is_any(last, {"rename", "renames", "replace", "move", "renameSync", "moveSync"})) {
      moved(subject(call), path_of(call, of_module(call) ? 1 : 0));
    } else if (is_any(last, {"copy", "copy2", "copyfile", "copyFileSync", "copyFile", "cpSync",
                             "copytree", "copySync"})) {
      evaluator_.file(Verb::read, path_of(call, 0), true);
      changed(path_of(call, 1), true);
    } else if (is_any(last, {"chmod", "chown", "lchown", "chmodSync", "chownSync"})) {
      evaluator_.file(Verb::chmod, subject(call));
    } else if (is_any(last, {"readFileSync", "readFile", "read_text", "read_bytes"})) {
      evaluator_.file(Verb::read, subject(call));
    } else if (is_any(last, {"kill", "killpg"})) {
      evaluator_.add(Verb::process_signal, call.name);
    } else {
      return writes(call);
    }
    return true;
  }

  bool opens(const Called& call) {
    const std::string last = last_name(call.name);
    if (!is_any(call.name, {"open", "io.open", "codecs.open", "gzip.open"}) &&
        !(last == "open" && call.receiver_text.find("Path(") != std::string::npos))
      return false;
    const bool of_path = call.receiver_text.find("Path(") != std::string::npos;
    const std::string path = of_path ? receiver_path(call) : path_of(call, 0);
    const std::size_t place = of_path ? 0 : 1;
    std::string mode = place < call.arguments.size() ? call.arguments[place] : "'r'";
    for (const std::string& one : call.arguments)
      if (one.starts_with("mode=")) mode = one;
    const std::string known = literal(mode);
    if (!is_known(known))
      changed(path, mode.find("encoding") == std::string::npos);
    else if (known.find('w') != std::string::npos || known.find('x') != std::string::npos)
      changed(path, true);
    else if (known.find_first_of("a+") != std::string::npos)
      changed(path, false);
    else
      evaluator_.file(Verb::read, path);
    return true;
  }

  bool network(const Called& call) {
    static constexpr std::array<std::string_view, 14> libraries{
        "requests.", "urllib.",   "http.client", "httpx.", "aiohttp.", "socket.",      "smtplib.",
        "ftplib.",   "paramiko.", "fetch",       "axios",  "https.",   "http.request", "net."};
    if (!std::ranges::any_of(libraries,
                             [&call](std::string_view one) { return call.name.starts_with(one); }))
      return false;
    const std::string last = last_name(call.name);
    if (is_any(last, {"quote", "unquote", "urlencode", "urlparse", "urljoin", "json",
                      "raise_for_status", "Session", "createServer", "gethostname", "socket",
                      "read", "decode", "close", "getfqdn", "then", "get_json", "text"}))
      return true;
    std::string url = path_of(
        call, is_any(last, {"request", "create_connection"}) ? (last == "request" ? 1 : 0) : 0);
    if (const std::size_t scheme = url.find("://"); scheme != std::string::npos)
      url = url.substr(scheme + 3, url.find('/', scheme + 3) - scheme - 3);
    const bool sends =
        is_any(last, {"post", "put", "patch", "delete", "connect", "sendall", "sendto", "sendmail",
                      "send_message", "SMTP", "storbinary"}) ||
        std::ranges::any_of(call.arguments, [](const std::string& one) {
          return one.find("data=") != std::string::npos || one.find("POST") != std::string::npos ||
                 one.find("files=") != std::string::npos || one.find("body:") != std::string::npos;
        });
    evaluator_.add(sends ? Verb::send : Verb::fetch, url);
    return true;
  }

  void code(const Called& call) {
    const std::string text = path_of(call, 0);
    const bool javascript = call.name.starts_with("vm") || call.name == "Function";
    if (!is_known(text))
      evaluator_.unknown("code that a program makes up");
    else
      read_program_text(evaluator_, javascript ? "javascript" : "python", text);
  }

  void others(const Called& call) {
    const std::string last = last_name(call.name);
    if (is_any(call.name, {"exec", "eval", "builtins.exec", "builtins.eval", "Function",
                           "vm.runInThisContext", "vm.runInNewContext"})) {
      code(call);
    } else if (is_any(call.name, {"__import__", "importlib.import_module", "import", "require"})) {
      const std::string module = path_of(call, 0);
      if (!is_known(module) || is_any(module, {"os", "shutil", "subprocess", "ctypes", "pty"}))
        evaluator_.unknown("a module that a program picks: " + shown(module));
    } else if (starts_with_any(
                   call.name, {"ctypes.", "cffi.", "process.binding", "marshal.loads", "runpy."})) {
      evaluator_.unknown("code from elsewhere: " + one_line(call.name, 60));
    } else if (picks_function(call)) {
      evaluator_.unknown("a function that a program picks by a text");
    } else if (is_any(last, {"execute", "executescript", "executemany"})) {
      const std::string text = path_of(call, 0);
      if (is_known(text)) evaluator_.run({"sqlite3", "database", text}, {});
    }
  }

  void moved(const std::string& from, const std::string& to) {
    evaluator_.file(Verb::move, from);
    changed(to, true);
    const std::string place = evaluator_.absolute(to);
    if (is_known(from) && is_known(to) && place != evaluator_.absolute(from))
      evaluator_.made().links[place] = evaluator_.absolute(from);
  }

  void changed(const std::string& path, bool whole) {
    // What a program of the project does with paths that it works out is its purpose.
    if (!is_known(path) && evaluator_.source() == Source::file)
      evaluator_.file(Verb::write, path);
    else
      evaluator_.written(path, std::nullopt, whole);
  }

  Evaluator& evaluator_;
};

}  // namespace

void read_program_text(Evaluator& evaluator, std::string_view language, const std::string& text) {
  if (!is_known(text)) return evaluator.unknown("a program that is not known");
  const auto which =
      language == "python" ? analysis::Language::python : analysis::Language::javascript;
  const analysis::Outline read =
      analysis::outline(which, text, analysis::Deadline(longest_reading));
  if (!read.note.empty()) evaluator.unknown("a program that takes too long to read");
  if (read.tally.trouble > 0) evaluator.unknown("a program that cannot be read");
  ProgramReader reader(evaluator);
  for (const analysis::Fact& fact : read.facts) {
    if (fact.kind == analysis::Kind::call) reader.call(fact.text);
    const bool reaches =
        fact.kind == analysis::Kind::use && (fact.text.find("__builtins__") != std::string::npos ||
                                             fact.text.find("__dict__") != std::string::npos ||
                                             fact.text.find("__globals__") != std::string::npos ||
                                             fact.text.find("__subclasses__") != std::string::npos);
    if (reaches) evaluator.unknown("a function that a program picks by a text");
  }
}

}  // namespace redcode::effects
