// Where commands read from and write to.
#include <utility>

#include "analysis/effects/evaluator.h"

namespace redcode::effects {

using shell::Redirect;

namespace {

Stream document(Evaluator& evaluator, const Redirect& redirect) {
  const bool lines = redirect.document != nullptr;
  const auto known = evaluator.texts(lines ? *redirect.document : redirect.target);
  Stream in{.there = true, .text = {}, .source = Source::command, .files = {}};
  if (known.size() == 1) in.text = known.front() + (lines ? "" : "\n");
  return in;
}

Stream from_file(Evaluator& evaluator, const Redirect& redirect) {
  const auto paths = evaluator.texts(redirect.target);
  Stream in{.there = true, .text = {}, .source = Source::file, .files = paths};
  if (paths.size() == 1) in.text = evaluator.contents(paths.front());
  for (const std::string& path : paths) {
    if (path.starts_with("/dev/tcp/"))
      evaluator.add(Verb::fetch, path.substr(9, path.find('/', 9) - 9));
    else if (!path.starts_with("/dev/"))
      evaluator.file(Verb::read, path);
  }
  if (paths.size() == 1 && paths.front() == "/dev/null") in.text = "";
  return in;
}

// What it gives to read; nothing if it is for writing, or a descriptor.
std::optional<Stream> read_by(Evaluator& evaluator, const Redirect& redirect) {
  switch (redirect.kind) {
    case Redirect::Kind::here_document:
    case Redirect::Kind::here_string:
      return document(evaluator, redirect);
    case Redirect::Kind::input:
    case Redirect::Kind::both:
      return from_file(evaluator, redirect);
    default:
      return std::nullopt;
  }
}

bool replaces(Redirect::Kind kind) {
  return kind == Redirect::Kind::output || kind == Redirect::Kind::output_all;
}

bool adds(Redirect::Kind kind) {
  return kind == Redirect::Kind::append || kind == Redirect::Kind::append_all ||
         kind == Redirect::Kind::both;
}

}  // namespace

Stream Evaluator::input(const std::vector<Redirect>& redirects, Stream in) {
  for (const Redirect& redirect : redirects) {
    if (redirect.kind == Redirect::Kind::copy_input)
      in = {.there = true, .text = {}, .source = Source::unknown, .files = {}};
    std::optional<Stream> read = read_by(*this, redirect);
    if (!read) continue;
    const int descriptor = redirect.descriptor.value_or(0);
    if (descriptor != 0 || !redirect.variable.empty())
      made_.files["/dev/fd/" + std::to_string(descriptor)] = read->text;
    else
      in = std::move(*read);
  }
  return in;
}

Stream Evaluator::output(const std::vector<Redirect>& redirects, Stream out) {
  for (const Redirect& redirect : redirects) {
    const bool whole = replaces(redirect.kind);
    if (!whole && !adds(redirect.kind)) continue;
    const bool all = redirect.descriptor.value_or(1) == 1 && redirect.kind != Redirect::Kind::both;
    std::optional<std::string> text;
    if (all && out.there && conditions_ == 0) text = out.text;
    for (const std::string& path : texts(redirect.target)) written(path, text, whole);
    if (all) out = {};
  }
  return out;
}

}  // namespace redcode::effects
