// `redcode image save` and `redcode image load`: an image as one file, for hosts without a network.
#include "base/digest.h"
#include "base/failure.h"
#include "base/off_thread.h"
#include "base/small_file.h"
#include "base/temp_dir.h"
#include "base/text.h"
#include "commands/image.h"
#include "interruptible.h"
#include "sandbox/engines/images.h"
#include "sandbox/oci/image_store.h"
#include "sandbox/oci/packed_tar.h"
#include "say_through.h"

namespace redcode::app {
namespace {

// The image as the oci store has it; nothing when it has none that knows its settings.
std::optional<image::Parts> parts_in_store(const std::string& name,
                                           const std::filesystem::path& folder) {
  const std::optional<oci::ImageStore::Held> held = oci::ImageStore().hold(name);
  if (!held) return std::nullopt;
  image::Parts parts{
      .name = name, .settings = read_small_file(held->image.config), .layer = folder / "layer.tar"};
  if (parts.settings.empty() || !std::filesystem::exists(held->packed)) return std::nullopt;
  oci::unpack_tar(held->packed, parts.layer);
  return parts;
}

Task<image::Parts> parts_from_daemon(std::string name, docker::Engine& engine,
                                     std::filesystem::path folder) {
  const std::filesystem::path archive = folder / "archive.tar";
  std::ofstream file(archive, std::ios::binary);
  co_await engine.save_image(name, [&file](std::string_view more) { return write_to(file, more); });
  file.close();
  if (!file) fail(fmt::format("cannot write {}: is the disk full?", archive.string()));
  std::function<image::Parts()> work = [&] { return image::read_archive(archive, folder); };
  image::Parts parts = co_await off_thread(std::move(work));
  parts.name = std::move(name);
  co_return parts;
}

Task<image::Parts> parts_of(const ImageSaveOptions& options, std::filesystem::path folder) {
  if (options.engine != "docker") {
    std::function<std::optional<image::Parts>()> work = [&] {
      return parts_in_store(options.tag, folder);
    };
    if (std::optional<image::Parts> parts = co_await off_thread(std::move(work)))
      co_return *std::move(parts);
    if (options.engine == "oci")
      fail(fmt::format("oci has no image {} that can be saved: redcode image build makes one",
                       one_line(options.tag, 100)));
  }
  docker::Engine engine;
  co_return co_await parts_from_daemon(options.tag, engine, folder);
}

Task<int> save(const ImageSaveOptions& options, Out& out) {
  const TempDir work("image");
  const image::Parts parts = co_await parts_of(options, work.path());
  std::function<std::string()> write = [&] {
    image::write_archive(parts, options.file);
    return file_digest(options.file);
  };
  const std::string digest = co_await off_thread(std::move(write));
  out.line("{} has {}, files {}", one_line(options.file, 300), parts.name,
           image::facts_from(parts.settings)->layer);
  out.line("the file itself is {}", digest);
  co_return 0;
}

Task<int> load(const ImageLoadOptions& options, Out& out) {
  const TempDir work("image");
  std::function<image::Parts()> read = [&] {
    return image::read_archive(options.file, work.path());
  };
  image::Parts parts = co_await off_thread(std::move(read));
  if (!options.tag.empty()) parts.name = options.tag;
  image::require_fitting(parts, options.digest);
  docker::Engine engine;
  engines::ImageListener listener{.progress = say_through(out), .done = answer_through(out)};
  co_await engines::give_image(std::move(parts), engine, std::move(listener));
  co_return 0;
}

}  // namespace

int image_save(const ImageSaveOptions& options, Out& out) {
  return run_interruptible(save(options, out), out);
}

int image_load(const ImageLoadOptions& options, Out& out) {
  return run_interruptible(load(options, out), out);
}

}  // namespace redcode::app
