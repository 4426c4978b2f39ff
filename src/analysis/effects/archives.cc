// Archives: what is packed, and what unpacking may overwrite.
#include <algorithm>

#include "analysis/effects/programs.h"

namespace redcode::effects {
namespace {

void run_option(Evaluator& evaluator, const std::string& command) {
  const auto text = evaluator.contents(command);
  if (text)
    run_file(evaluator, command, {command}, {});
  else
    evaluator.script(command, {}, Source::command);
}

// Programs that tar is told to run.
void run_options(Evaluator& evaluator, const Arguments& read) {
  for (const std::string option : {"checkpoint-action", "to-command", "use-compress-program", "I",
                                   "rsh-command", "info-script", "new-volume-script", "F"}) {
    if (!read.given(option)) continue;
    std::string command = read.value(option);
    if (command.starts_with("exec=")) command.erase(0, 5);
    if (command != "dot" && !command.starts_with("echo") && !command.starts_with("sleep"))
      run_option(evaluator, command);
  }
}

void pack(Evaluator& evaluator, const Arguments& read) {
  const std::string archive = read.value("f", "file");
  if (!archive.empty() && archive != "-") evaluator.written(archive, std::nullopt, true);
  const std::string folder = read.value("C", "directory");
  if (!folder.empty()) evaluator.shell().working_dir = evaluator.absolute(folder);
  for (const std::string& path : read.operands)
    evaluator.file(read.has("", "remove-files") ? Verb::remove : Verb::read, path, true);
}

void unpack(Evaluator& evaluator, const Arguments& read) {
  const std::string archive = read.value("f", "file");
  if (!archive.empty() && archive != "-") evaluator.file(Verb::read, archive);
  const std::string given = read.value("C", "directory");
  const std::string folder = given.empty() ? "." : given;
  const bool spares = read.has("k", "keep-old-files") || read.has("", "skip-old-files") ||
                      read.has("O", "to-stdout");
  if (!spares) evaluator.file(Verb::write, folder, true);
  if (read.has("", "overwrite") || read.has("", "recursive-unlink") ||
      read.has("P", "absolute-names"))
    evaluator.file(Verb::overwrite, folder, true);
}

Stream tar(Evaluator& evaluator, const Call& call) {
  Argv argv = call.argv;
  if (argv.size() > 1 && !argv[1].starts_with('-')) argv[1].insert(0, "-");
  const Arguments read = read_arguments(
      argv, {.letters = "fCTXIbgHLVKN",
             .names = "file directory files-from exclude checkpoint-action to-command "
                      "use-compress-program transform strip-components exclude-from checkpoint "
                      "rsh-command info-script new-volume-script owner group mode mtime"});
  const std::string before = evaluator.shell().working_dir;
  run_options(evaluator, read);
  if (read.has("c", "create") || read.has("rA", "append") || read.has("u", "update"))
    pack(evaluator, read);
  else if (read.has("x", "extract") || read.has("", "get"))
    unpack(evaluator, read);
  evaluator.shell().working_dir = before;
  Stream out = unknown_text_of(Source::file);
  out.files = read.operands;
  return out;
}

Stream zip(Evaluator& evaluator, const Call& call) {
  const Arguments read =
      read_arguments(call.argv, {.letters = "xibnPt", .names = "exclude include unzip-command"});
  if (read.given("unzip-command"))
    evaluator.script(read.value("unzip-command"), {}, Source::command);
  const auto TT = std::ranges::find(call.argv, "-TT");
  if (TT != call.argv.end() && TT + 1 != call.argv.end())
    evaluator.script(*(TT + 1), {}, Source::command);
  const bool moves = read.has("m", "move");
  if (!read.operands.empty()) evaluator.written(read.operands.front(), std::nullopt, false);
  for (const std::string& path : from(read.operands, 1))
    evaluator.file(moves ? Verb::remove : Verb::read, path, true);
  return {};
}

Stream unzip(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "dxP"});
  if (read.has("ltpv")) return unknown_text_of(Source::file);
  const std::string folder = read.value("d");
  evaluator.file(read.has("o") ? Verb::overwrite : Verb::write, folder.empty() ? "." : folder,
                 true);
  return {};
}

// Compressors replace what they read.
Stream compress(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "S"});
  if (read.has("c", "stdout") || read.has("k", "keep") || read.operands.empty())
    return unknown_text_of(Source::decoded);
  for (const std::string& path : read.operands) evaluator.file(Verb::move, path);
  return {};
}

Stream cpio(Evaluator& evaluator, const Call& call) {
  const Arguments read = read_arguments(call.argv, {.letters = "FDHICMO"});
  if (read.has("ip")) evaluator.file(read.has("u") ? Verb::overwrite : Verb::write, ".", true);
  return {};
}

}  // namespace

void add_archives(Programs& programs) {
  programs["tar"] = programs["bsdtar"] = programs["gtar"] = tar;
  programs["zip"] = zip;
  programs["unzip"] = unzip;
  for (const std::string_view name : {"gzip", "bzip2", "xz", "lzma"}) programs[name] = compress;
  for (const std::string_view name : {"cpio", "7z", "7za", "unar", "pax"}) programs[name] = cpio;
}

}  // namespace redcode::effects
