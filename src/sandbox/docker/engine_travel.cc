// An image's way out of one daemon and into another.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/failure.h"
#include "base/text.h"
#include "sandbox/docker/engine.h"
#include "sandbox/image_packing.h"

namespace redcode::docker {
namespace {

Task<> pass_packed(sandbox::Packer& packer, std::string_view plain,
                   const sandbox::ImageTaker& take) {
  const std::string packed = packer.pack(plain);
  if (!packed.empty()) co_await take(packed);
}

Task<std::string> next_plain(sandbox::Unpacker& unpacker, const sandbox::ImageSource& next) {
  std::string plain = unpacker.next();
  while (plain.empty()) {
    std::string packed = co_await next();
    if (packed.empty()) break;
    unpacker.give(std::move(packed));
    plain = unpacker.next();
  }
  if (plain.empty()) unpacker.finish();
  co_return plain;
}

// The daemon tells of an image without a name by its id.
void note_loaded(std::vector<std::string>& ids, std::string_view line) {
  static constexpr std::string_view words = "Loaded image ID: ";
  if (line.starts_with(words)) ids.emplace_back(trim(line.substr(words.size())));
}

std::vector<std::string> ids_of(const Json& images) {
  std::vector<std::string> ids;
  for (const Json& image : images) ids.push_back(member_or<std::string>(image, "Id", ""));
  return ids;
}

}  // namespace

// By its id: so it brings no name that another daemon would give away.
Task<> Engine::export_image(std::string name, sandbox::ImageTaker take) {
  const Image image = co_await image_called(std::move(name));
  sandbox::Packer packer;
  const http::BodyTaker pass = [&](std::string_view plain) {
    return pass_packed(packer, plain, take);
  };
  const std::string path = fmt::format("/images/{}/get", image.id);
  co_await api_.download(path, pass, sandbox::largest_image);
  const std::string rest = packer.finish();
  co_await take(rest);
}

Task<> Engine::adopt_image(std::string name, std::string digest, sandbox::ImageSource next) {
  const std::vector<std::string> before = ids_of(co_await api_.get("/images/json?all=1"));
  sandbox::Unpacker unpacker;
  std::vector<std::string> loaded;
  const auto plain = [&] { return next_plain(unpacker, next); };
  const auto note = [&](std::string_view line) { note_loaded(loaded, line); };
  co_await api_.upload_for_lines("/images/load?quiet=1", plain, note);
  const std::string path = fmt::format("/images/{}", digest);
  const std::optional<Json> found = co_await api_.find(path + "/json");
  if (!found) {
    for (const std::string& id : loaded)
      if (std::ranges::find(before, id) == before.end()) co_await api_.remove_image(id);
    throw Failure(Failure::Kind::corrupt,
                  fmt::format("the image {} that came is not {}: this daemon gives it another id",
                              one_line(name, 200), one_line(digest, 19)));
  }
  const auto [repository, tag] = repository_and_tag(name);
  co_await api_.post(path + "/tag?" + query_string({{"repo", repository}, {"tag", tag}}));
  images_.erase(name);
}

}  // namespace redcode::docker
