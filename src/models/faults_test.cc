// Everything that goes wrong at providers, in all formats: a reply is right and whole, or there is
// none.
#include <map>

#include "base/scope.h"
#include "models/script_for_tests.h"

namespace redcode::models {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using wire::Format;

const std::string words = "all of the words that were meant to be said, and no fewer";

// One thing that goes wrong.
struct Fault {
  std::string name;
  Line (*line)(Format);
  Failure::Kind if_it_stays;
};

Line cut_in_mid_stream(Format format) {
  Line line = says(words, format);
  line.pieces.resize(line.pieces.size() / 2);
  line.cut = true;
  return line;
}

Line ended_in_mid_stream(Format format) {
  Line line = says(words, format);
  line.pieces.resize(line.pieces.size() / 2);
  return line;
}

Line half_an_event(Format format) {
  Line line = says(words, format);
  line.pieces.resize(line.pieces.size() / 2);
  std::string& last = line.pieces.back();
  last.resize(last.size() / 2);
  last += "\n\n";
  return line;
}

Line half_json(Format format) {
  const wire::Question question{.model = "tiny", .messages = {{record::Role::user, "hello"}}};
  const std::string whole = wire::write_answer(format, question, Reply{.text = words});
  return Line{.headers = {{"Content-Type", "application/json"}},
              .pieces = {whole.substr(0, whole.size() * 2 / 3)}};
}

Line error_in_mid_stream(Format format) {
  Line line = says(words, format);
  line.pieces.resize(line.pieces.size() / 2);
  const std::string error = R"({"type": "error", "code": "overloaded", "message": "too busy",)"
                            R"( "error": {"type": "overloaded", "message": "too busy"}})";
  line.pieces.push_back("event: error\ndata: " + error + "\n\n");
  return line;
}

Line html(Format /*format*/) {
  return Line{.headers = {{"Content-Type", "text/html"}},
              .pieces = {"<!doctype html><html><body>Sign in"}};
}

Line nothing(Format /*format*/) { return Line{}; }

Line no_json(Format /*format*/) { return Line{.pieces = {"data: certainly\n\n"}}; }

Line hung_up(Format /*format*/) { return Line{.cut = true}; }

template <int status>
Line error(Format format) {
  const Error said{.code = "no", .message = "not now"};
  return Line{.status = status, .pieces = {wire::write_error(format, status, said)}};
}

// Kinds that may pass stand between kinds that are off format, see ManyAtOnce.
const std::vector<Fault> faults = {
    {"429", error<429>, Failure::Kind::unavailable},
    {"HTML", html, Failure::Kind::corrupt},
    {"500", error<500>, Failure::Kind::unavailable},
    {"half JSON", half_json, Failure::Kind::corrupt},
    {"reset in mid-stream", cut_in_mid_stream, Failure::Kind::unavailable},
    {"ended in mid-stream", ended_in_mid_stream, Failure::Kind::corrupt},
    {"error in mid-stream", error_in_mid_stream, Failure::Kind::unavailable},
    {"half an event", half_an_event, Failure::Kind::corrupt},
    {"529", error<529>, Failure::Kind::unavailable},
    {"nothing", nothing, Failure::Kind::corrupt},
    {"hung up", hung_up, Failure::Kind::unavailable},
    {"no JSON", no_json, Failure::Kind::corrupt},
};

class Faults : public testing::TestWithParam<Format> {
 protected:
  static RemoteModel::Options options() {
    RemoteModel::Options options = quick_options();
    options.format = GetParam();
    return options;
  }
};

TEST_P(Faults, ThatPassAreSurvived) {
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.name);
    Script script({fault.line(GetParam()), fault.line(GetParam()), says(words, GetParam())});

    EXPECT_EQ(ask(script, options()).text, words);
    EXPECT_EQ(script.asked.size(), 3U);
  }
}

TEST_P(Faults, ThatStayAreFailuresAndNeverAPartOfTheWords) {
  RemoteModel::Options brief = options();
  brief.deadline = 200ms;
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.name);
    Script script({fault.line(GetParam())});

    const std::string message = complaint(script, fault.if_it_stays, brief);

    EXPECT_THAT(message, HasSubstr("model tiny: no reply in"));
    EXPECT_GE(script.asked.size(), 2U);
  }
}

TEST_P(Faults, AStallIsSurvived) {
  Line stall = says(words, GetParam());
  stall.silence = 1s;
  Script script({stall, says(words, GetParam())});
  RemoteModel::Options brief = options();
  brief.deadline = 800ms;

  EXPECT_EQ(ask(script, brief).text, words);

  EXPECT_EQ(script.asked.size(), 2U);
}

TEST_P(Faults, AStallForEverIsUnavailableWithinTheDeadline) {
  Line stall = says(words, GetParam());
  stall.silence = 1s;
  Script script({stall});
  RemoteModel::Options brief = options();
  brief.deadline = 300ms;
  const auto begun = std::chrono::steady_clock::now();

  complaint(script, Failure::Kind::unavailable, brief);

  EXPECT_LT(std::chrono::steady_clock::now() - begun, 2s);
}

// Fails the first four tries of every question, each in a way of its own, then answers with the
// question's number.
class Chaos {
 public:
  explicit Chaos(Format format) : format_(format) {}

  Task<> say(const http::Request& request, http::Responder& responder) {
    const std::size_t at = request.body.find("number ");
    const int number = std::stoi(request.body.substr(at + 7));
    const int tries = tries_[number]++;
    // An odd step over the list: of two faults in a row, one is not off format.
    const std::size_t next = static_cast<std::size_t>((number * 5) + (tries * 7)) % faults.size();
    const Line line =
        tries < 4 ? faults[next].line(format_) : says(fmt::format("answer {}", number), format_);
    Script one({line});
    co_await one.say(request, responder);
  }

 private:
  Format format_;
  std::map<int, int> tries_;
};

Task<> ask_number(http::Endpoint endpoint, RemoteModel::Options options, int number,
                  std::vector<std::string>& answers) {
  Reply reply;
  record::Transcript transcript;
  transcript.push_back({.role = record::Role::user, .text = fmt::format("number {}", number)});
  co_await keep_reply(std::move(endpoint), std::move(options), transcript, reply);
  answers[static_cast<std::size_t>(number)] = reply.text;
}

Task<> ask_numbers(http::Endpoint endpoint, RemoteModel::Options options,
                   std::vector<std::string>& answers) {
  const auto executor = co_await asio::this_coro::executor;
  options.shared.throttle = std::make_shared<Throttle>(executor, 32);
  Scope scope(executor);
  for (int i = 0; i < std::ssize(answers); ++i)
    scope.spawn(ask_number(endpoint, options, i, answers));
  co_await scope.join();
}

TEST_P(Faults, ManyAtOnceAllGetTheirOwnAnswer) {
  Chaos chaos(GetParam());
  RemoteModel::Options patient = options();
  patient.deadline = 20s;
  std::vector<std::string> answers(100);
  const auto handler = [&](const http::Request& request, http::Responder& responder) {
    return chaos.say(request, responder);
  };

  run(http::run_against_server(handler, [&](http::Endpoint endpoint) {
    return ask_numbers(std::move(endpoint), patient, answers);
  }));

  for (std::size_t i = 0; i < answers.size(); ++i)
    EXPECT_EQ(answers[i], fmt::format("answer {}", i));
}

INSTANTIATE_TEST_SUITE_P(Format, Faults,
                         testing::Values(Format::chat, Format::responses, Format::messages,
                                         Format::gemini),
                         [](const auto& format) { return std::string(wire::name(format.param)); });

}  // namespace
}  // namespace redcode::models
