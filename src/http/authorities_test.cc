#include "http/authorities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>

#include "base/temp_dir.h"

namespace redcode::http {
namespace {

TEST(Authorities, AreReadFromTheFirstPlaceThatHasAFile) {
  const TempDir folder("authorities");
  const std::filesystem::path list = folder.path() / "list.pem";
  std::ofstream(list) << "authorities";
  const std::array places = {folder.path() / "missing.pem", folder.path(), list};

  EXPECT_EQ(first_file(places), list);
}

TEST(Authorities, AreNowhereWhereNoPlaceHasAFile) {
  const TempDir folder("authorities");
  const std::array places = {folder.path() / "missing.pem", folder.path()};

  EXPECT_EQ(first_file(places), std::nullopt);
}

}  // namespace
}  // namespace redcode::http
