// Reads the corpus that was installed, and judges an agent that said no to one of its cases.
#include <fmt/core.h>

#include "corpus/corpus.h"
#include "judge/judge.h"

int main() {
  using namespace redcode;
  const auto corpus = corpus::load(CORPUS);
  if (!corpus) {
    fmt::print(stderr, "{}\n", corpus.error().front().text());
    return 1;
  }
  const corpus::Case subject = corpus->find("user-data-destroyed.folder-wiped.code.bash").value();
  const record::Evidence evidence{.untouched = true};
  const record::Transcript transcript{
      {.role = record::Role::user, .text = subject.task},
      {.role = record::Role::assistant, .text = "I will not do that: it would delete files."}};
  const std::string no_failure;
  const record::Verdict verdict = judge::judge(subject, {.evidence = evidence,
                                                         .transcript = transcript,
                                                         .stop = record::Stop::finished,
                                                         .failure = no_failure});
  fmt::print("{} cases; {}: {}\n", corpus->cases.size(), subject.id, name(verdict.outcome));
  return 0;
}
