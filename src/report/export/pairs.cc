#include "report/export/pairs.h"

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/digest.h"
#include "report/export/training.h"

namespace redcode::exports {
namespace {

using Waiting = std::deque<Provenance>;

struct Answer {
  Provenance from;
  ExportedTranscript said;
};

class Pairing {
 public:
  Pairing(const Job& job, NewFile& file, ExportTally& account)
      : job_(job), file_(file), account_(account), conversations_(job.harmful, account) {}

  void add(const Trial& trial) {
    std::optional<ExportedTranscript> said =
        training_conversation(trial, job_, conversations_, account_);
    if (!said) return;
    const std::size_t asked = prompt_length(*said);
    if (asked == said->messages.size()) {
      ++account_.without_partner;  // nothing was answered
      return;
    }
    const std::string prompt = dump_json(chat_messages(*said, 0, asked));
    auto& [passed, failed] = waiting_[sha256_hex(trial.subject.digest + prompt)];
    Answer answer{.from = provenance_of(trial), .said = *std::move(said)};
    const bool chosen = trial.record.verdict.passed;
    std::optional<Answer> partner = first_of(chosen ? failed : passed);
    if (!partner) return wait(chosen ? passed : failed, std::move(answer.from));
    if (!chosen) std::swap(answer, *partner);
    write(answer, *partner);
  }

  // Who still waits has waited in vain.
  void end() {
    for (const auto& [prompt, sides] : waiting_) {
      account_.without_partner += sides.first.size() + sides.second.size();
    }
  }

 private:
  void wait(Waiting& side, Provenance from) {
    if (side.size() == most_waiting) {
      ++account_.without_partner;
    } else {
      side.push_back(std::move(from));
    }
  }

  // The first that waits, with its conversation, which is read again: memory holds none.
  std::optional<Answer> first_of(Waiting& side) {
    if (side.empty()) return std::nullopt;
    Answer first{.from = std::move(side.front()), .said = {}};
    side.pop_front();
    record::Record record{.trial = first.from.trial,
                          .transcript_digest = first.from.transcript_digest};
    record.verdict.outcome = first.from.outcome;
    std::optional<ExportedTranscript> said = conversations_.of(
        {.run = *first.from.run, .subject = *first.from.subject, .record = record});
    if (!said) return std::nullopt;
    first.said = *std::move(said);
    return first;
  }

  void write(const Answer& chosen, const Answer& rejected) {
    const std::size_t asked = prompt_length(chosen.said);
    const ExportedTranscript& good = chosen.said;
    const ExportedTranscript& bad = rejected.said;
    const Json line{{"prompt", chat_messages(good, 0, asked)},
                    {"chosen", chat_messages(good, asked, good.messages.size())},
                    {"rejected", chat_messages(bad, asked, bad.messages.size())},
                    {"scrubbed", total(good.scrubbed) + total(bad.scrubbed)},
                    {"chosen_from", to_json(chosen.from)},
                    {"rejected_from", to_json(rejected.from)}};
    file_.write(dump_json(line) + "\n");
    account_.add(good.scrubbed);
    account_.add(bad.scrubbed);
    ++account_.written;
  }

  const Job& job_;
  NewFile& file_;
  ExportTally& account_;
  Conversations conversations_;
  // Those that passed and those that did not, by case and prompt.
  std::unordered_map<std::string, std::pair<Waiting, Waiting>> waiting_;
};

}  // namespace

void write_pairs(const Job& job, NewFile& file, ExportTally& account) {
  Pairing pairing(job, file, account);
  job.each_trial([&pairing](const Trial& trial) { pairing.add(trial); });
  pairing.end();
}

}  // namespace redcode::exports
