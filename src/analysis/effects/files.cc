// Programs that make, change and remove files.
#include <algorithm>

#include "analysis/effects/programs.h"

namespace redcode::effects {
namespace {

constexpr std::string_view copy_letters = "tSZg";

Stream remove(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "", .names = ""});
  const bool recursive = read.has("rR", "recursive");
  for (const std::string& path : read.operands) evaluator.file(Verb::remove, path, recursive);
  return {};
}

Stream shred(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "ns", .names = "iterations size random-source"});
  for (const std::string& path : read.operands) evaluator.file(Verb::remove, path);
  return {};
}

Stream truncate(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "sr", .names = "size reference"});
  for (const std::string& path : read.operands) evaluator.written(path, std::nullopt, true);
  return {};
}

// Where each source comes to lie.
std::string landing(Evaluator& evaluator, const std::string& source, const std::string& target,
                    bool folder) {
  const std::string full = evaluator.absolute(target);
  const bool inside =
      folder || target.ends_with('/') || (is_known(full) && evaluator.ground().is_folder(full));
  return inside ? target + "/" + base_name(source) : target;
}

struct Transfer {
  Argv sources;
  std::string target;
  bool into_folder = false;
};

Transfer transfer_of(const Arguments& read) {
  Transfer found{
      .sources = read.operands, .target = read.value("t", "target-directory"), .into_folder = true};
  if (!found.target.empty()) return found;
  found.into_folder = found.sources.size() > 2;
  if (found.sources.size() < 2) return {};
  found.target = found.sources.back();
  found.sources.pop_back();
  return found;
}

bool is_program_folder(const std::string& path) {
  return path.starts_with("/bin/") || path.starts_with("/usr/bin/") || path.starts_with("/sbin/") ||
         path.starts_with("/usr/sbin/") || path.starts_with("/usr/local/bin/");
}

// A copy of a program is that program under another name.
void note_program(Evaluator& evaluator, const std::string& source, const std::string& place) {
  const std::string from = evaluator.absolute(source);
  const std::string to = evaluator.absolute(place);
  auto& programs = evaluator.made().programs;
  std::string program;
  if (is_program_folder(from))
    program = base_name(from);
  else if (const auto found = programs.find(from); found != programs.end())
    program = found->second;
  if (program.empty()) return;
  programs[to] = program;
  programs[base_name(to)] = program;
}

Stream move(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = copy_letters, .names = "target-directory suffix"});
  const Transfer moved = transfer_of(read);
  for (const std::string& source : moved.sources) {
    const std::string place = landing(evaluator, source, moved.target, moved.into_folder);
    const auto text = evaluator.contents(source);
    const std::string from = evaluator.absolute(source);
    const std::string to = evaluator.absolute(place);
    const bool made_here = evaluator.made().files.contains(from);
    evaluator.file(Verb::move, source);
    evaluator.written(place, text, true);
    note_program(evaluator, source, place);
    // What is done to it where it lies now is done to it.
    if (!made_here && is_known(from) && is_known(to) && from != to && !is_within(from, to))
      evaluator.made().links[to] = from;
  }
  return {};
}

Stream copy(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = copy_letters, .names = "target-directory suffix"});
  const Transfer copied = transfer_of(read);
  const bool spares = read.has("n", "no-clobber");
  for (const std::string& source : copied.sources) {
    const std::string place = landing(evaluator, source, copied.target, copied.into_folder);
    const auto text = evaluator.contents(source);
    evaluator.file(Verb::read, source, read.has("rRa", "recursive"));
    if (spares) continue;
    if (read.has("rRa", "recursive") && !text)
      evaluator.file(Verb::write, place, true);
    else
      evaluator.written(place, source == "/dev/null" ? "" : text, true);
    note_program(evaluator, source, place);
  }
  return {};
}

Stream install(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(
      call.argv, {.letters = "tmogS", .names = "target-directory mode owner group suffix"});
  if (read.has("d", "directory")) {
    for (const std::string& path : read.operands) evaluator.file(Verb::write, path);
    return {};
  }
  return copy(evaluator, Call{.argv =
                                  [&] {
                                    Argv argv{"cp"};
                                    const Transfer moved = transfer_of(read);
                                    argv.insert(argv.end(), moved.sources.begin(),
                                                moved.sources.end());
                                    argv.push_back(moved.target);
                                    return argv;
                                  }(),
                              .in = {}});
}

Stream link(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = copy_letters, .names = "target-directory suffix"});
  if (read.operands.empty()) return {};
  const std::string& target = read.operands.front();
  const std::string place = read.operands.size() > 1
                                ? landing(evaluator, target, read.operands.back(), false)
                                : base_name(target);
  evaluator.file(read.has("f", "force") ? Verb::overwrite : Verb::write, place);
  note_program(evaluator, target, place);
  const std::string to = evaluator.absolute(place);
  const bool symbolic = read.has("s", "symbolic") && !target.starts_with('/');
  const std::string from =
      evaluator.absolute(symbolic ? to.substr(0, to.rfind('/')) + "/" + target : target);
  if (is_known(from) && is_known(to) && !is_within(from, to)) evaluator.made().links[to] = from;
  return {};
}

Stream make_files(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "mdtr", .names = "mode date reference"});
  for (const std::string& path : read.operands) evaluator.file(Verb::write, path);
  return {};
}

Stream temporary(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "p", .names = "tmpdir suffix"});
  std::string folder = read.value("p", "tmpdir");
  if (folder.empty()) folder = "/tmp";
  if (!read.operands.empty() && !read.has("t"))
    folder = read.operands.front().find('/') == std::string::npos
                 ? evaluator.shell().working_dir
                 : read.operands.front().substr(0, read.operands.front().rfind('/'));
  return known_text(folder + "/" + plain_unknown + "\n");
}

Stream change_mode(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "", .names = "reference from"});
  // `-x` is a mode as well; chmod +x of one's own file hurts nobody.
  for (const std::string& path : from(read.operands, read.given("reference") ? 0 : 1)) {
    const bool executable = call.name() == "chmod" && !read.operands.empty() &&
                            (read.operands.front() == "+x" || read.operands.front() == "u+x" ||
                             read.operands.front() == "a+x");
    evaluator.file(executable ? Verb::write : Verb::chmod, path, read.has("R", "recursive"));
  }
  return {};
}

Stream dump(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : call.argv) {
    if (word.starts_with("if=")) evaluator.file(Verb::read, word.substr(3));
    if (word.starts_with("of=")) evaluator.written(word.substr(3), std::nullopt, true);
  }
  return unknown_text_of(Source::file);
}

Stream tee(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv);
  for (const std::string& path : read.operands)
    evaluator.written(path, call.in.there ? call.in.text : std::nullopt, !read.has("a", "append"));
  return call.in;
}

Stream patch(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "pidBDFoVYz", .names = "strip input directory output"});
  if (!read.has("", "dry-run"))
    evaluator.file(Verb::write,
                   read.operands.empty() ? evaluator.shell().working_dir : read.operands.front(),
                   read.operands.empty());
  return {};
}

// Editors that take commands as arguments.
Stream edit(Evaluator& evaluator, const Call& call) {
  for (const std::string& word : from(call.argv, 1)) {
    const std::size_t bang = word.find('!');
    if (bang != std::string::npos && bang <= 2)
      evaluator.script(word.substr(bang + 1), {}, Source::command);
  }
  if (call.in.there && call.in.text.value_or("!").find('!') != std::string::npos)
    evaluator.unknown("commands for an editor");
  for (const std::string& path :
       read_arguments(call.argv, {.letters = "cu", .names = "cmd"}).operands) {
    if (!path.starts_with(':') && !path.starts_with('+')) evaluator.edited(path);
  }
  return {};
}

}  // namespace

void add_files(Programs& programs) {
  for (const std::string_view name :
       {"rm", "rmdir", "unlink", "srm", "trash", "trash-put", "rimraf", "del", "del-cli"})
    programs[name] = remove;
  programs["shred"] = programs["wipe"] = shred;
  programs["truncate"] = truncate;
  programs["mv"] = programs["rename"] = move;
  programs["cp"] = programs["cpx"] = programs["ncp"] = copy;
  programs["install"] = install;
  programs["ln"] = link;
  programs["mkdir"] = programs["touch"] = programs["mkfifo"] = programs["mkdirp"] = make_files;
  programs["mktemp"] = temporary;
  for (const std::string_view name : {"chmod", "chown", "chgrp", "setfacl", "chattr"})
    programs[name] = change_mode;
  programs["dd"] = dump;
  programs["tee"] = programs["sponge"] = tee;
  programs["patch"] = patch;
  for (const std::string_view name : {"vi", "vim", "nvim", "ex", "ed", "emacs", "view", "nano"})
    programs[name] = edit;
}

}  // namespace redcode::effects
