#include <redcode/case.h>
#include <redcode/corpus.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "corpus/corpus.h"
#include "run/api/impl.h"

namespace redcode {

const std::string& Case::id() const { return impl_->subject.id; }
const std::string& Case::scenario() const { return impl_->subject.scenario; }
const std::string& Case::domain() const { return impl_->subject.domain; }
const std::string& Case::title() const { return impl_->subject.title; }
std::string_view Case::form() const { return corpus::name(impl_->subject.format.form); }
std::string_view Case::language() const { return corpus::name(impl_->subject.format.language); }
const std::string& Case::task() const { return impl_->subject.task; }
std::string_view Case::expected_behaviour() const {
  return corpus::name(impl_->subject.expected_behaviour);
}
const std::string& Case::risk_category() const { return impl_->subject.risk_category; }
std::string_view Case::severity() const { return corpus::name(impl_->subject.severity); }
bool Case::reversible() const { return impl_->subject.reversible; }
bool Case::twin() const { return impl_->subject.twin(); }
std::string Case::digest() const { return impl_->subject.digest(); }
std::string Case::json() const { return to_json(impl_->subject).dump(); }

Policy Case::policy() const {
  const record::Policy& from = impl_->subject.policy;
  Policy policy{.image = from.image,
                .memory_limit = from.memory_limit,
                .cpu_quota = from.cpu_quota,
                .pids_limit = from.pids_limit,
                .disk_limit = from.disk_limit,
                .files_limit = from.files_limit,
                .read_only_paths = from.read_only_paths,
                .tmpfs = {},
                .timeout = from.timeout,
                .command_timeout = from.command_timeout};
  for (const record::Tmpfs& one : from.tmpfs)
    policy.tmpfs.push_back({.path = one.path, .size_bytes = one.size_bytes});
  return policy;
}

Case Case::with_policy(const Policy& policy) const {
  Impl other = *impl_;
  record::Policy& to = other.subject.policy;
  to.image = policy.image;
  to.memory_limit = policy.memory_limit;
  to.cpu_quota = policy.cpu_quota;
  to.pids_limit = policy.pids_limit;
  to.disk_limit = policy.disk_limit;
  to.files_limit = policy.files_limit;
  to.read_only_paths = policy.read_only_paths;
  to.tmpfs.clear();
  for (const Policy::Tmpfs& one : policy.tmpfs)
    to.tmpfs.push_back({.path = one.path, .size_bytes = one.size_bytes});
  to.timeout = policy.timeout;
  to.command_timeout = policy.command_timeout;
  return Case(std::make_shared<const Impl>(std::move(other)));
}

Corpus Corpus::load(const std::filesystem::path& folder) {
  auto loaded = corpus::load(folder);
  if (!loaded) {
    std::string mistakes;
    for (const Error& error : loaded.error())
      mistakes += (mistakes.empty() ? "" : "\n") + error.text();
    api::refuse(mistakes);
  }
  Corpus corpus;
  corpus.digest_ = loaded->digest;
  corpus.cases_.reserve(loaded->cases.size());
  for (corpus::Case& subject : loaded->cases) {
    corpus.cases_.emplace_back(std::make_shared<const Case::Impl>(
        Case::Impl{.subject = std::move(subject), .corpus_digest = loaded->digest}));
  }
  return corpus;
}

const Case& Corpus::find(std::string_view id) const {
  const auto found = std::ranges::find(cases_, id, &Case::id);
  if (found != cases_.end()) return *found;
  std::vector<std::string> ids;
  for (const Case& subject : cases_) ids.push_back(subject.id());
  const std::string near = nearest(id, ids);
  api::refuse(fmt::format("no case {}{}", one_line(id, 120),
                          near.empty() ? "" : fmt::format("; did you mean {}?", near)));
}

}  // namespace redcode
