// `redcode image …`: the image that sandboxes start from. Exit codes: commands.h.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "base/task.h"
#include "out.h"
#include "record/policy.h"

namespace redcode::app {

struct ImageBuildOptions {
  std::string recipe = "base";  // dev
  std::string tag = {};         // "": the recipe's usual one
  std::string method = "auto";  // debootstrap, dockerfile
  std::string mirror = {};      // "": Debian's
  std::string lock = {};        // "": the list that came with redcode
  bool locked = false;          // refuse packages that are not as in the list
};
int image_build(const ImageBuildOptions& options, Out& out);

int image_list(Out& out);

struct ImageShowOptions {
  std::string tag = record::Policy{}.image;
  bool packages = false;  // only these, as a list to build by
};
int image_show(const ImageShowOptions& options, Out& out);

struct ImageSaveOptions {
  std::string file;
  std::string tag = record::Policy{}.image;
  std::string engine = "auto";  // docker, oci
};
int image_save(const ImageSaveOptions& options, Out& out);

struct ImageLoadOptions {
  std::string file;
  std::string tag = {};     // "": the one in the file
  std::string digest = {};  // "": any
};
int image_load(const ImageLoadOptions& options, Out& out);

// Takes an image's tar as it comes.
Task<> write_to(std::ofstream& file, std::string_view bytes);

}  // namespace redcode::app
