#include "commands/image.h"

#include "options/options.h"
#include "sandbox/image/recipe.h"

namespace redcode::app {
namespace {

void add_tag(CLI::App& app, std::string& tag) {
  app.add_option("--tag", tag, "image name")->capture_default_str();
}

void add_build(CLI::App& group, Action& chosen) {
  Command<ImageBuildOptions> build(group, "build", "Build it from Debian packages", "image build");
  build.app->add_option("image", build.options->recipe, "base: for every suite; dev: with servers")
      ->check(CLI::IsMember(image::recipe_names()))
      ->capture_default_str();
  build.app->add_option("--tag", build.options->tag,
                        "image name (default: redcode-base:1, redcode-dev:1)");
  build.app
      ->add_option(
          "--method", build.options->method,
          "auto: debootstrap when root and installed, else the Dockerfile through the daemon")
      ->check(CLI::IsMember({"auto", "debootstrap", "dockerfile"}))
      ->capture_default_str();
  build.app->add_option("--mirror", build.options->mirror,
                        "address of a Debian mirror, or of a snapshot of one");
  build.app->add_option(
      "--lock", build.options->lock,
      "list of packages to compare with (default: the one that came with redcode)");
  build.app->add_flag("--locked", build.options->locked,
                      "change nothing if a package is not as in the list");
  build.runs(chosen, image_build);
}

void add_travel(CLI::App& group, Action& chosen) {
  Command<ImageSaveOptions> save(group, "save", "Write it to a file, for hosts without a network",
                                 "image save base.image");
  save.app->add_option("file", save.options->file, "file to write")->required();
  add_tag(*save.app, save.options->tag);
  save.app->add_option("--engine", save.options->engine, "whose image, if both have one")
      ->check(CLI::IsMember({"auto", "docker", "oci"}))
      ->capture_default_str();
  save.runs(chosen, image_save);

  Command<ImageLoadOptions> load(group, "load", "Take it from a file, checked",
                                 "image load base.image");
  load.app->add_option("file", load.options->file, "what `redcode image save` wrote")->required();
  load.app->add_option("--tag", load.options->tag, "image name (default: the one in the file)");
  load.app->add_option("--digest", load.options->digest,
                       "take no other: a digest that `redcode image show` tells");
  load.runs(chosen, image_load);
}

}  // namespace

void add_image(CLI::App& root, Action& chosen) {
  CLI::App* group =
      root.add_subcommand("image", "The images that sandboxes start from")->require_subcommand(1);
  add_build(*group, chosen);
  group->add_subcommand("list", "Which images there are on this host")
      ->footer("Example:\n  redcode image list")
      ->callback([&chosen] { chosen = image_list; });
  Command<ImageShowOptions> show(*group, "show", "What it is made of, and its digests",
                                 "image show --packages");
  add_tag(*show.app, show.options->tag);
  show.app->add_flag("--packages", show.options->packages,
                     "only its packages, as a list for `redcode image build --lock`");
  show.runs(chosen, image_show);
  add_travel(*group, chosen);
}

}  // namespace redcode::app
