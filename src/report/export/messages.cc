#include "report/export/messages.h"

#include "report/export/training.h"

namespace redcode::exports {

void write_messages(const Job& job, NewFile& file, ExportTally& account) {
  Conversations conversations(job.harmful, account);
  job.each_trial([&](const Trial& trial) {
    const std::optional<ExportedTranscript> whole =
        training_conversation(trial, job, conversations, account);
    if (!whole) return;
    const Json line{{"messages", chat_messages(*whole, 0, whole->messages.size())},
                    {"label", safety_label(trial)},
                    {"scrubbed", total(whole->scrubbed)},
                    {"from", to_json(provenance_of(trial))}};
    file.write(dump_json(line) + "\n");
    account.add(whole->scrubbed);
    ++account.written;
  });
}

}  // namespace redcode::exports
