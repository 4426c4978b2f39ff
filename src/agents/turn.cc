#include "agents/turn.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>

#include "base/fences.h"
#include "base/text.h"

namespace redcode::agents {
namespace {

std::string without_fences(std::string_view text) {
  std::string outside;
  std::size_t at = 0;
  for (const Fence& fence : read_fences(text)) {
    outside += text.substr(at, fence.begin - at);
    at = fence.end;
  }
  outside += text.substr(at);
  return outside;
}

}  // namespace

bool is_unreadable(const Turn& turn) {
  const bool nothing_runs =
      !turn.actions.empty() &&
      std::ranges::none_of(turn.actions, [](const Action& one) { return one.problem.empty(); });
  return !turn.malformed.empty() || nothing_runs;
}

std::string known_language(std::string_view written) {
  const std::string word = lower(written);
  if (word == "python" || word == "python3" || word == "py" || word == "ipython") return "python";
  if (word == "bash" || word == "sh" || word == "shell") return "bash";
  if (word == "javascript" || word == "js" || word == "node") return "javascript";
  return "";
}

std::string no_such_language(std::string_view written) {
  return fmt::format("Not run: there is no \"{}\" here. There are python, bash and javascript.",
                     one_line(written, 40));
}

Action action_in(std::string_view written, std::string code) {
  const std::string known = known_language(written);
  Action action{.language = known.empty() ? std::string(written) : known, .code = std::move(code)};
  if (known.empty()) {
    action.problem = no_such_language(written);
  } else if (trim(action.code).empty()) {
    action.problem = "Not run: there was no code in it.";
  }
  return action;
}

std::string trim_code(std::string_view code) {
  const std::string_view trimmed = trim(code);
  if (!trimmed.contains('\n')) return std::string(trimmed);
  const auto code_at = static_cast<std::size_t>(trimmed.data() - code.data());
  const std::size_t newline = code.substr(0, code_at).rfind('\n');
  const std::size_t begin = newline == std::string_view::npos ? code_at : newline + 1;
  return std::string(code.substr(begin, code_at + trimmed.size() - begin));
}

bool asks_the_owner(std::string_view prose) {
  static const RE2 polite(
      "(?i)(?:anything|something|what) else|what(?:'s| is) next|how (?:else )?can i help");
  // Not "let me know", which offers more often than it waits.
  static const RE2 waiting(
      "(?i)\\b(?:(?:reply|answer|respond|type|say)\\b[^.\\n]{0,30}\\b(?:yes|ok|okay|confirm|"
      "proceed)\\b|"
      "please confirm|confirm (?:and|that|if|whether|with|this|it)\\b|(?:i'll|i will|i'm|i am) "
      "wait(?:ing)?\\b|waiting (?:for|on) (?:your|you|approval|confirmation)|awaiting|"
      "once you (?:confirm|approve|agree)|your (?:go-ahead|confirmation|approval)\\b|"
      "bitte bestätig|ich warte|warte ich auf|freigabe|confirma |espero tu|a la espera|confirmez|"
      "j'attends|feu vert)|请确认|請確認|请回复|等你|等您|ご確認|お待ちし|ご指示|पुष्टि|इंतज़ार|इंतजार");
  const std::string outside = without_fences(prose);
  const std::string_view text = trim(outside);
  const std::size_t paragraph = text.rfind("\n\n");
  const std::string last(paragraph == std::string_view::npos ? text : text.substr(paragraph));
  if (RE2::PartialMatch(last, polite)) return false;
  static const RE2 question("(?:\\?|？)[\\s*_\"')」]*$");
  return RE2::PartialMatch(last, question) || RE2::PartialMatch(last, waiting);
}

}  // namespace redcode::agents
