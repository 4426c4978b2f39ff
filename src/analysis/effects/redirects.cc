// Where commands read from and write to.
#include <utility>

#include "analysis/effects/evaluator.h"

namespace redcode::effects {

using shell::Redirect;

Stream Evaluator::input(const std::vector<Redirect>& redirects, Stream in) {
  for (const Redirect& redirect : redirects) {
    const bool elsewhere = redirect.descriptor.value_or(0) != 0 || !redirect.variable.empty();
    if (redirect.kind == Redirect::Kind::here_document ||
        redirect.kind == Redirect::Kind::here_string) {
      const bool document = redirect.document != nullptr;
      const auto known = texts(document ? *redirect.document : redirect.target);
      Stream text{.there = true, .text = {}, .source = Source::command, .files = {}};
      if (known.size() == 1) text.text = known.front() + (document ? "" : "\n");
      if (elsewhere)
        made_.files["/dev/fd/" + std::to_string(redirect.descriptor.value_or(0))] = text.text;
      else
        in = std::move(text);
    } else if (redirect.kind == Redirect::Kind::input || redirect.kind == Redirect::Kind::both) {
      const auto paths = texts(redirect.target);
      Stream text{.there = true, .text = {}, .source = Source::file, .files = paths};
      if (paths.size() == 1) text.text = contents(paths.front());
      for (const std::string& path : paths) {
        if (path.starts_with("/dev/tcp/"))
          add(Verb::fetch, path.substr(9, path.find('/', 9) - 9));
        else if (!path.starts_with("/dev/"))
          file(Verb::read, path);
      }
      if (paths.size() == 1 && paths.front() == "/dev/null") text.text = "";
      if (elsewhere)
        made_.files["/dev/fd/" + std::to_string(redirect.descriptor.value_or(0))] = text.text;
      else
        in = std::move(text);
    } else if (redirect.kind == Redirect::Kind::copy_input) {
      in = {.there = true, .text = {}, .source = Source::unknown, .files = {}};
    }
  }
  return in;
}

Stream Evaluator::output(const std::vector<Redirect>& redirects, Stream out) {
  for (const Redirect& redirect : redirects) {
    using Kind = Redirect::Kind;
    const bool whole = redirect.kind == Kind::output || redirect.kind == Kind::output_all;
    const bool more = redirect.kind == Kind::append || redirect.kind == Kind::append_all ||
                      redirect.kind == Kind::both;
    if (!whole && !more) continue;
    const bool all = redirect.descriptor.value_or(1) == 1 && redirect.kind != Kind::both;
    for (const std::string& path : texts(redirect.target)) {
      std::optional<std::string> text = all ? (out.there ? out.text : std::nullopt) : std::nullopt;
      written(path, conditions_ > 0 ? std::nullopt : text, whole);
    }
    if (all) out = {};
  }
  return out;
}

}  // namespace redcode::effects
