#include <redcode/run.h>

#include <utility>

#include "judge/rejudge.h"
#include "judge/stored_record.h"
#include "run/api/impl.h"

namespace redcode {
namespace {

template <class T>
T required(Result<T> result) {
  if (!result) api::refuse(result.error().text());
  return *std::move(result);
}

record::Record stored_in(const Record& record) {
  return required(record::record_from_text(record.json));
}

}  // namespace

Run::Run(const std::filesystem::path& folder) {
  record::RunReader reader(folder);
  required(reader.manifest());
  judge::StoredCases cases = required(judge::StoredCases::of(reader));
  impl_ =
      std::make_shared<const Impl>(Impl{.reader = std::move(reader), .cases = std::move(cases)});
}

std::vector<Case> Run::cases() const {
  const Json manifest = required(impl_->reader.manifest());
  const auto corpus_digest = member_or<std::string>(manifest, "corpus_digest", "");
  std::vector<Case> cases;
  required(impl_->reader.each_case([&](const Json& json) {
    Result<corpus::Case> subject = corpus::case_from_json(json);
    if (!subject) return;
    cases.emplace_back(std::make_shared<const Case::Impl>(
        Case::Impl{.subject = *std::move(subject), .corpus_digest = corpus_digest}));
  }));
  return cases;
}

std::uint64_t Run::each_record(const std::function<void(const Record&)>& visit) const {
  return required(impl_->reader.each_record(
                      [&visit](const record::Record& record) { visit(api::published(record)); }))
      .damaged;
}

std::vector<Record> Run::records() const {
  std::vector<Record> records;
  each_record([&records](const Record& record) { records.push_back(record); });
  return records;
}

std::vector<Message> Run::transcript(const Record& record) const {
  std::vector<Message> messages;
  for (record::Message& said : required(judge::transcript_of(impl_->reader, stored_in(record))))
    messages.push_back(
        {.role = std::string(record::name(said.role)), .text = std::move(said.text)});
  return messages;
}

Verdict Run::judge(const Record& record) const {
  const record::Record stored = stored_in(record);
  const corpus::Case* const subject = impl_->cases.find(stored.trial);
  if (subject == nullptr) return {.why = "its case is not in the run"};
  if (subject->gen() != nullptr)
    api::refuse("requests for software are judged by `redcode judge` only");
  const record::BlobStore& blobs = impl_->reader.blobs();
  const judge::Stored how{
      .blobs = [&blobs](const std::string& digest) { return blobs.get(digest); }};
  return api::published(judge::judge_stored(*subject, stored, how), stored.evidence);
}

}  // namespace redcode
