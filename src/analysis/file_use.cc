#include "analysis/file_use.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace redcode::analysis {
namespace {

constexpr std::size_t longest_call = 400;
constexpr std::size_t most_paths = 10'000;

// A path is a first argument, calls inside it included if they hold no further ones, or what a path
// object's method is called on, or a shell's word. The last group that took part holds it.
constexpr std::string_view before = R"((?:await |new )?(?:[\w$]+(?:\.|::|->|\\))*)";
constexpr std::string_view path = R"(\(((?:[^,()]|\([^()]*\))+))";
constexpr std::string_view object = R"(((?:[\w.]*Path\([\w.]+\)|[\w.$@]+)))";
// The second argument: what something is moved onto.
constexpr std::string_view second = R"(\((?:[^,()]|\([^()]*\))+,\s*((?:[^,()]|\([^()]*\))+))";

// "@", "#", "%" and "~" stand for the four above.
std::string spelt(std::string_view pattern) {
  std::string text = "(?i)^(?:";
  for (const char letter : pattern) {
    if (letter == '@') {
      text += before;
    } else if (letter == '#') {
      text += path;
    } else if (letter == '%') {
      text += object;
    } else if (letter == '~') {
      text += second;
    } else {
      text += letter;
    }
  }
  return text + ")";
}

const RE2& reading() {
  static const RE2 pattern(spelt(
      R"(@(?:open|fopen|readfilesync|readfile|createreadstream|readallbytes|readalltext|_open|ioutil\.readfile)#(?:\)|,\s*["'][rb+t]+["']|,\s*["'](?:utf|bin|ascii)|,\s*O_RD|,\s*\w))"
      R"(|@(?:fs::read|fs::read_to_string|file\.(?:bin)?read|io\.(?:bin)?read|files\.(?:readstring|readalllines|newinputstream|lines|newbufferedreader)|file_get_contents|fileinputstream|filereader|file::open|randomaccessfile|splfileobject|(?:file|io)\.(?:readlines|foreach)|filechannel\.open)#[,)])"
      R"(|@(?:openoptions::new|file::options)\(\)[\w.()]*\.read\(true\)[\w.()]*\.open#\)|%\.binread\b|%\.open\(["']r\+|file\((\$\w+)[,)])"
      // Helpers that are nowhere defined but say what they do.
      R"(|@(?:slurp\w*|(?:read|load)_?(?:file|all|bytes|whole|contents?))#[,)])"
      R"(|%\.(?:read_bytes|read_text)\(|(?:\[(?:system\.)?io\.file\]::readall\w+)#\))"
      R"(|get-content (?:-\w+ )*?([^\s|)]+)|openssl enc .*-in (\S+)|(?:gpg|age|cat|base64|xxd) .*?("?\$\{?\w+\}?"?)(?:$|\s))"));
  return pattern;
}

const RE2& writing() {
  static const RE2 pattern(spelt(
      R"(@(?:open|fopen|file\.new|splfileobject|randomaccessfile)#,\s*(?:mode\s*=\s*)?["'](?:[wa]b?t?\+?|rb?\+b?|rw[ds]?)["'])"
      R"(|@(?:rename|renamesync|replace|move|mv|movefile)~[,)])"
      R"(|@(?:openoptions::new|file::options)\(\)[\w.()]*\.(?:write|append)\(true\)[\w.()]*\.open#\))"
      R"(|@(?:writefilesync|writefile|createwritestream|create|appendfilesync|appendfile|openfile)#[,)])"
      R"(|@(?:fs::write|file\.(?:bin)?write|io\.(?:bin)?write|files\.(?:write|writestring|newoutputstream|newbufferedwriter)|file_put_contents|fileoutputstream|filewriter|printwriter|file::create)#[,)])"
      R"(|@(?:spill\w*|(?:write|save|put)_?(?:file|all|bytes|whole|contents?|back))#,)"
      R"(|%\.(?:write_bytes|write_text|binwrite)\(|%\.open\(["'](?:w|a|r\+)|(?:\[(?:system\.)?io\.file\]::writeall\w+)#,)"
      R"(|(?:set-content|out-file|add-content) (?:-\w+ )*?([^\s|)]+)|mv (?:-\w+ )*\S+ (\S+)$|.*-out (\S+)|.* ?>\s*(\S+)$)"));
  return pattern;
}

const RE2& removing() {
  static const RE2 pattern(spelt(
      R"(@(?:remove|unlink|unlinksync|rmsync|rm|rm_f|removeall|remove_file|delete|deleteifexists)#[,)])"
      R"(|%(?:\.|->)(?:unlink|delete|deleteonexit)\()"
      R"(|remove-item (?:-(?:literal)?path )?([^\s|)]+)|(?:rm|shred|srm|wipe) (?:-\w+ )*(?:-- )?(\S+)$)"));
  return pattern;
}

// `save(x, seal(load(x)))`, whoever wrote the two: only together they say that a file is meant.
const RE2& putting() {
  static const RE2 pattern(spelt(R"(@(?:write|save|dump|put|store)\w*#,)"));
  return pattern;
}

// Most calls have nothing to do with files, and this is quickly seen.
bool may_use_files(std::string_view call) {
  static const RE2 words(
      R"((?i)open|read|write|creat|append|content|out-file|openssl|gpg|age |cat |base64|xxd|mv|-out |>|remove|unlink|rm|delete|shred|wipe|file|put|load|save|dump|store|slurp|spill|rename|replace|move)");
  return RE2::PartialMatch(re2::StringPiece(call.data(), call.size()), words);
}

// The one group that took part, "" if the pattern is not there.
std::string path_in(const RE2& pattern, std::string_view call) {
  constexpr int most_groups = 16;
  std::array<re2::StringPiece, most_groups> groups;
  const int count = std::min(pattern.NumberOfCapturingGroups() + 1, most_groups);
  if (!pattern.Match(re2::StringPiece(call.data(), call.size()), 0, call.size(), RE2::UNANCHORED,
                     groups.data(), count))
    return "";
  for (int group = 1; group < count; ++group)
    if (!groups.at(static_cast<std::size_t>(group)).empty())
      return bare_path(std::string_view(groups.at(static_cast<std::size_t>(group)).data(),
                                        groups.at(static_cast<std::size_t>(group)).size()));
  return "";
}

// Read in the very call that writes.
bool reads_within(std::string_view call, const std::string& written) {
  static const RE2 read(
      R"((?i)(?:((?:Path\([\w.]+\)|[\w.]+))\.(?:read_bytes|read_text|binread)|\b(?:open|readfilesync|readfile|readall\w+|readstring|readlines|fs::read|read_to_string|(?:bin)?read|file_get_contents|(?:read|load|slurp|fetch)\w*)\(((?:[^,()]|\([^()]*\))+))[,()])");
  re2::StringPiece left(call.data(), call.size());
  if (call.find('(') != std::string_view::npos) left.remove_prefix(call.find('(') + 1);
  std::string owner;
  std::string argument;
  while (RE2::FindAndConsume(&left, read, &owner, &argument))
    if (bare_path(owner) == written || bare_path(argument) == written) return true;
  return false;
}

// `subprocess.run(["age", "-r", key, str(path)])`: each name and each text in it may be the file.
void add_arguments(std::string_view call, std::vector<std::string>& read) {
  static const RE2 program(
      R"((?i)(?:run|call|check_\w+|popen|system|exec\w*|spawn\w*|command(?:context)?|new|output2\w?|capture\w*)\(.*["'`/ ](?:openssl|age|rage|gpg2?|ccrypt|mcrypt|7z\w?|zip|minisign|gocryptfs|sops)\b)");
  static const RE2 word(R"(([A-Za-z_$][\w$]*(?:\.[A-Za-z_]\w*)*))");
  constexpr std::size_t most_words = 60;
  re2::StringPiece left(call.data(), call.size());
  if (!RE2::PartialMatch(left, program)) return;
  std::string found;
  while (read.size() < most_words && RE2::FindAndConsume(&left, word, &found))
    read.push_back(found);
}

bool strip(std::string_view& text, std::string_view opening, std::string_view closing) {
  if (!text.starts_with(opening) || !text.ends_with(closing)) return false;
  if (text.size() <= opening.size() + closing.size()) return false;
  text = text.substr(opening.size(), text.size() - opening.size() - closing.size());
  return true;
}

}  // namespace

void FileUse::remember(std::uint32_t function, const std::string& path) {
  const auto [place, is_new] = read_.emplace(function, path);
  if (!is_new) return;
  in_order_.push_back(place);
  if (in_order_.size() <= most_paths) return;
  read_.erase(in_order_.front());
  in_order_.pop_front();
  forgot_ = true;
}

std::string bare_path(std::string_view written) {
  constexpr int most_wrappings = 4;
  for (int count = 0; count < most_wrappings; ++count) {
    bool any = false;
    for (const std::string_view opening :
         {"str(", "Path(", "pathlib.Path(", "os.fspath(", "Paths.get(", "Path.of(", "new File(",
          "String(", "File("})
      any = strip(written, opening, ")") || any;
    for (const std::string_view opening : {"(string) ", "&mut ", "&", "*", "\"$", "$"})
      any = strip(written, opening, opening == "\"$" ? "\"" : "") || any;
    for (const std::string_view closing :
         {".clone()", ".as_path()", ".toString()", ".toPath()", ".to_s", ".path()", ".as_ref()",
          ".getPathname()", ".getRealPath()", ".toFile()", "->getPathname()", "->getRealPath()",
          ".to_path", ".path", ".getAbsolutePath()", ".toAbsolutePath()", ".getPath()"})
      any = strip(written, "", closing) || any;
    if (!any) break;
  }
  return std::string(written);
}

Touched files_in(std::string_view call) {
  call = call.substr(0, longest_call);
  Touched touched;
  add_arguments(call, touched.read);
  if (!may_use_files(call)) return touched;
  touched.written = path_in(writing(), call);
  touched.removed = path_in(removing(), call);
  const std::string read = path_in(reading(), call);
  const bool both = call.contains("r+") || call.contains("rb+") || call.contains("\"rw") ||
                    call.contains(".read(true)");
  if (!read.empty() && (read != touched.written || both)) touched.read.push_back(read);
  touched.reads_what_it_writes = !touched.written.empty() && reads_within(call, touched.written);
  if (!touched.written.empty()) return touched;
  const std::string put = path_in(putting(), call);
  if (put.empty() || !reads_within(call, put)) return touched;
  touched.written = put;
  touched.reads_what_it_writes = true;
  return touched;
}

std::optional<Kind> FileUse::take(std::uint32_t function, const Touched& touched) {
  for (const std::string& one : touched.read) remember(function, one);
  if (!touched.written.empty() &&
      (was_read(function, touched.written) || touched.reads_what_it_writes))
    return Kind::rewrite;
  if (!touched.removed.empty() && was_read(function, touched.removed)) return Kind::remove;
  return std::nullopt;
}

}  // namespace redcode::analysis
