// The contract suite: every engine and runtime against the same promises (docs/sandbox.md).
#include <gmock/gmock.h>

#include <string_view>

#include "engines.h"

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == "--leave-behind") {
    redcode::contract::leave_a_sandbox_behind(argv[2]);
  }
  testing::InitGoogleMock(&argc, argv);
  const int code = RUN_ALL_TESTS();
  redcode::contract::close_subjects();
  return code;
}
