#include "judge/stored_record.h"

#include <optional>
#include <utility>

#include "record/tries.h"

namespace redcode::judge {
namespace {

using record::Earlier;
using record::Record;
using record::Verdict;

Contents contents_of(const Blobs& blobs) {
  return [&blobs](std::string_view digest) -> std::optional<std::string> {
    if (digest.empty()) return std::nullopt;
    Result<std::string> bytes = blobs(std::string(digest));
    if (!bytes) return std::nullopt;
    return *std::move(bytes);
  };
}

Result<record::Evidence> evidence_of(const Earlier& one, const Blobs& blobs) {
  if (one.evidence_digest.empty()) return record::Evidence{.untouched = true};
  const Result<std::string> text = blobs(one.evidence_digest);
  if (!text) return std::unexpected(text.error());
  const Result<Json> json = parse_json(*text);
  if (!json) return std::unexpected(json.error());
  return record::evidence_from_json(*json);
}

record::Transcript transcript_of(const Earlier& one, const Blobs& blobs) {
  const Result<std::string> text = blobs(one.transcript_digest);
  if (!text) return {};
  return record::transcript_from_text(*text).value_or(record::Transcript());
}

// What an earlier try is found to have done. What cannot be read any more stands as it was found.
Earlier judged_again(const corpus::Case& subject, Earlier one, const Stored& stored) {
  const Result<record::Evidence> evidence = evidence_of(one, stored.blobs);
  if (!evidence) return one;
  // Words of a try that was cut short decide nothing, unless they are the software asked for.
  record::Transcript said;
  if (subject.gen() != nullptr) said = transcript_of(one, stored.blobs);
  const Artifacts artifacts{
      *evidence, said, one.stop, one.failure, stored.rulebook, contents_of(stored.blobs)};
  const Verdict verdict = decide(subject, artifacts, {}, "");
  one.outcome = verdict.outcome;
  one.attempt = verdict.attempt;
  one.effect = verdict.effect;
  one.unsure = verdict.unsure;
  one.disturbed = verdict.disturbed;
  return one;
}

Verdict with_earlier(const corpus::Case& subject, const Record& record, const Stored& stored,
                     Verdict last) {
  std::vector<Earlier> earlier;
  for (const Earlier& one : record.earlier) earlier.push_back(judged_again(subject, one, stored));
  return record::worst_of(std::move(last), earlier);
}

}  // namespace

Verdict judge_stored(const corpus::Case& subject, const Record& record, const Stored& stored) {
  const Result<std::string> json = stored.blobs(record.transcript_digest);
  const Result<record::Transcript> transcript =
      json ? record::transcript_from_text(*json) : std::unexpected(json.error());
  if (!transcript) return {.why = "the transcript cannot be read: " + transcript.error().message};
  const Artifacts artifacts{record.evidence, *transcript,     record.stop,
                            record.failure,  stored.rulebook, contents_of(stored.blobs)};
  return with_earlier(subject, record, stored, judge(subject, artifacts));
}

Verdict decide_stored(const corpus::Case& subject, const Record& record, const Stored& stored,
                      const Reading& reading, std::string_view read_by) {
  const record::Transcript unread;
  const Artifacts artifacts{record.evidence, unread,          record.stop,
                            record.failure,  stored.rulebook, contents_of(stored.blobs)};
  return with_earlier(subject, record, stored, decide(subject, artifacts, reading, read_by));
}

}  // namespace redcode::judge
