#include "agents/external_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <filesystem>
#include <utility>

#include "agents/external_program.h"
#include "base/digest.h"
#include "base/failure.h"
#include "base/process.h"
#include "base/text.h"
#include "models/secret.h"

namespace redcode::agents {
namespace {

constexpr std::size_t shown_complaints = 1'000;
constexpr std::size_t shortest_secret = 8;
constexpr JsonLimits word_limits{.bytes = longest_own_word, .depth = 8, .members = 64};

std::unexpected<Error> no_command(std::string_view code, std::string message) {
  return std::unexpected(Error{.code = std::string(code), .message = std::move(message)});
}

bool is_file(const std::string& word) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(word, ignored);
}

// "agent.py" of {"python3", "tools/agent.py", "--fast"}. Arguments are not told: people put keys
// there.
std::string name_of(const std::vector<std::string>& argv) {
  const auto file = std::ranges::find_if(argv, is_file);
  const std::filesystem::path named = file == argv.end() ? argv[0] : *file;
  return one_line(named.filename().string(), 80);
}

// The command, with what is in its files in the place of their names.
Json made_of(const std::vector<std::string>& argv) {
  Json all = Json::array();
  for (const std::string& word : argv) all.push_back(is_file(word) ? file_digest(word) : word);
  return all;
}

// The program has our environment, and what it complains of goes into the record.
models::Secrets environment_secrets() {
  models::Secrets secrets;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view variable(*entry);
    const std::size_t equals = std::min(variable.find('='), variable.size());
    const std::string name = lower(variable.substr(0, equals));
    const std::string_view value = variable.substr(std::min(equals + 1, variable.size()));
    const bool tells = name.contains("key") || name.contains("token") || name.contains("secret") ||
                       name.contains("password");
    if (tells && value.size() >= shortest_secret) secrets.add(models::Secret(std::string(value)));
  }
  return secrets;
}

class ProgramTalk final : public ExternalChannel {
 public:
  ProgramTalk(const asio::any_io_executor& executor, const std::vector<std::string>& argv)
      : program_(executor, argv) {}

  void tell(Json message) override { program_.write(dump_json(message) + '\n'); }

  Task<OwnWord> hear() override {
    const std::optional<std::string> line = co_await program_.next_line();
    if (!line) co_return co_await ended();
    const Result<Json> json = parse_json(*line, word_limits);
    if (!json) fail(Failure::Kind::corrupt, "wrote a line that is no JSON", *line);
    Result<OwnWord> word = read_own_word(*json);
    if (!word) fail(Failure::Kind::corrupt, word.error().message, *line);
    co_return *std::move(word);
  }

 private:
  Task<OwnWord> ended() {
    const int status = co_await program_.end();
    if (status != 0) fail(Failure::Kind::unavailable, fmt::format("ended (status {})", status), "");
    co_return OwnEnded{};
  }

  [[noreturn]] void fail(Failure::Kind kind, std::string_view what, std::string_view line) const {
    const std::string said = fmt::format("{}\n{}", line, trim(program_.complaints()));
    const std::string told = environment_secrets().taken_out_of(said);
    throw Failure(kind, fmt::format("the agent's program: {}: {}", what,
                                    one_line(trim(told), shown_complaints)));
  }

  OwnProgram program_;
};

}  // namespace

Result<std::vector<std::string>> split_command(std::string_view command) {
  std::vector<std::string> words;
  constexpr std::string_view blanks = " \t\n";
  constexpr std::string_view quotes = "'\"";
  bool in_word = false;
  char quote = '\0';
  for (const char c : command) {
    if (quote == '\0' && blanks.contains(c)) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && quotes.contains(c)) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') return no_command("own-command-quote", "a quote in the command is not closed");
  if (words.empty() || words[0].empty())
    return no_command("own-command-empty", "the command has no program");
  return words;
}

Result<std::unique_ptr<CommandAgent>> CommandAgent::make(std::string_view command, OwnRules rules) {
  Result<std::vector<std::string>> argv = split_command(command);
  if (!argv) return std::unexpected(argv.error());
  const std::string& program = argv->front();
  const bool there = program.contains('/') ? access(program.c_str(), X_OK) == 0 && is_file(program)
                                           : program_exists(program);
  if (!there) {
    return std::unexpected(
        Error{.code = "own-command-missing",
              .message = fmt::format("there is no program {}", one_line(program, 200)),
              .hint = "a file must be executable, and one in this folder is written ./name"});
  }
  return std::make_unique<CommandAgent>(*std::move(argv), std::move(rules));
}

CommandAgent::CommandAgent(std::vector<std::string> argv, OwnRules rules)
    : argv_(std::move(argv)),
      rules_(std::move(rules)),
      name_("command:" + name_of(argv_)),
      digest_(rules_.digest(made_of(argv_))) {}

Task<record::Stop> CommandAgent::work(Assignment assignment, models::Model& /*model*/,
                                      SandboxProvider& place, const Listener& listener) const {
  ProgramTalk talk(co_await asio::this_coro::executor, argv_);
  const ExternalContext context{rules_, place, listener};
  co_return co_await work_through(talk, std::move(assignment), context);
}

}  // namespace redcode::agents
