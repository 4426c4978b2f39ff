#include "run/store/store.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "base/failure.h"
#include "base/text.h"
#include "run/store/folder_store.h"
#include "run/store/s3_place.h"
#include "run/store/s3_store.h"

namespace redcode::store {
namespace {

constexpr std::string_view folder_scheme = "file://";

std::string environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
  return value == nullptr ? "" : value;
}

[[noreturn]] void refuse(const std::string& why) {
  throw Failure(Failure::Kind::unavailable, fmt::format("cannot open the store: {}", why));
}

}  // namespace

std::unique_ptr<Store> open_store(std::string_view url) {
  if (url.starts_with("s3://")) {
    Result<S3Place> place = s3_place(url, environment);
    if (!place) refuse(place.error().text());
    return std::make_unique<S3Store>(*std::move(place));
  }
  std::string_view folder = url;
  if (folder.starts_with(folder_scheme)) folder.remove_prefix(folder_scheme.size());
  if (!folder.starts_with('/')) {
    refuse(fmt::format("'{}' is neither an absolute folder, file:///folder nor s3://bucket/prefix",
                       one_line(url, 80)));
  }
  return std::make_unique<FolderStore>(std::filesystem::path(folder));
}

}  // namespace redcode::store
