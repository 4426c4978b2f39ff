// A sandbox that exhausts whatever it can must not slow its neighbours down: eight of them count
// while a ninth misbehaves, against the same eight while the ninth works hard but honestly.
//
// Takes minutes and a quiet host: `ctest -L neighbours`, which .ci/long runs.
#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <charconv>
#include <iostream>
#include <numeric>

#include "base/scope.h"
#include "contract.h"

namespace redcode::contract {
namespace {

constexpr std::size_t neighbours = 8;
constexpr int rounds = 3;
constexpr double least_speed = 0.9;

// Ends by itself, so that a round takes as long for every guest.
const std::string count_for_a_while =
    "import time\n"
    "end = time.monotonic() + 4\n"
    "n = 0\n"
    "while time.monotonic() < end:\n"
    "    for _ in range(1000): n += 1\n"
    "print(n)\n";

struct Guest {
  std::string name;
  std::string script;  // Python; the command's time limit ends it
};

std::vector<Guest> bad_guests() {
  return {{"processes without end",
           "import os\n"
           "while True:\n"
           "    try: os.fork()\n"
           "    except OSError: pass\n"},
          {"memory without end",
           "import os, time\n"
           "while True:\n"
           "    if os.fork() == 0:\n"
           "        x = []\n"
           "        while True: x.append(bytearray(1 << 22))\n"
           "    os.wait()\n"},
          {"disk without end",
           "import os\n"
           "block = bytes(1 << 20)\n"
           "while True:\n"
           "    try:\n"
           "        with open('/home/dev/fill', 'wb', 0) as f:\n"
           "            for _ in range(512): f.write(block)\n"
           "    except OSError: pass\n"
           "    os.unlink('/home/dev/fill')\n"},
          {"files without end",
           "import os\n"
           "n = 0\n"
           "os.mkdir('/home/dev/many')\n"
           "while True:\n"
           "    try: os.close(os.open(f'/home/dev/many/{n}', os.O_CREAT | os.O_WRONLY)); n += 1\n"
           "    except OSError: pass\n"},
          {"output without end",
           "import os\n"
           "line = b'y' * 65536\n"
           "while True: os.write(1, line)\n"},
          {"computing without end",
           "import os\n"
           "for _ in range(40):\n"
           "    if os.fork() == 0: break\n"
           "while True: pass\n"},
          {"the dead left unburied",
           "import os\n"
           "while True:\n"
           "    try:\n"
           "        if os.fork() == 0: os._exit(0)\n"
           "    except OSError:\n"
           "        try: os.waitpid(-1, os.WNOHANG)\n"
           "        except OSError: pass\n"}};
}

class Neighbours : public Contract {
 protected:
  using Boxes = std::vector<std::unique_ptr<sandbox::Sandbox>>;

  // What the eight counted together while the ninth ran `script`.
  Task<double> counted_beside(Boxes& boxes, std::string script) {
    Scope scope(co_await asio::this_coro::executor);
    std::vector<double> counts(neighbours, 0);
    for (std::size_t i = 0; i < neighbours; ++i) scope.spawn(count_in(*boxes[i], counts[i]));
    scope.spawn(misbehave_in(*boxes[neighbours], std::move(script)));
    co_await scope.join();
    co_return std::accumulate(counts.begin(), counts.end(), 0.0);
  }

  static Task<> count_in(sandbox::Sandbox& box, double& count) {
    sandbox::Command command = python(count_for_a_while);
    const sandbox::Ending ending = co_await box.exec(std::move(command));
    std::uint64_t number = 0;
    std::from_chars(ending.out.data(), ending.out.data() + ending.out.size(), number);
    EXPECT_EQ(code_of(ending), 0) << ending.err;
    count = static_cast<double>(number);
  }

  // For as long as the others count. One that is ended early begins again.
  static Task<> misbehave_in(sandbox::Sandbox& box, std::string script) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(4);
    while (std::chrono::steady_clock::now() < end) {
      sandbox::Command command = python(script);
      try {
        co_await box.exec(std::move(command));
      } catch (const Failure&) {  // a guest kernel may die of it: contained all the same
        co_return;
      }
    }
  }

  Task<Boxes> open_all() {
    Boxes boxes;
    for (std::size_t i = 0; i < neighbours; ++i) boxes.push_back(co_await open());
    record::Policy short_tempered = policy;
    short_tempered.command_timeout = std::chrono::seconds(5);
    boxes.push_back(co_await engine().open(short_tempered, world));
    co_return boxes;
  }

  Task<> close_all(Boxes& boxes) {
    for (const auto& box : boxes) co_await box->close();
  }

  // The neighbours' speed beside `guest`, as a part of that beside honest work: the best of some
  // rounds, because other load on the host only ever lowers it.
  Task<double> speed_beside(Guest guest) {
    double best = 0;
    for (int i = 0; i < rounds && best < least_speed; ++i) {
      Boxes boxes = co_await open_all();
      const double before = co_await counted_beside(boxes, count_for_a_while);
      const double beside = co_await counted_beside(boxes, guest.script);
      co_await close_all(boxes);
      best = std::max(best, beside / before);
    }
    co_return best;
  }
};
INSTANTIATE_TEST_SUITE_P(, Neighbours, testing::ValuesIn(engine_names()), name_of);

TEST_P(Neighbours, KeepTheirSpeedBesideOneThatExhaustsEverything) {
  policy.memory_limit = std::uint64_t{256} << 20U;
  policy.pids_limit = 64;
  const bool bounded_disk = traits().engine == "oci";
  if (bounded_disk) {
    policy.disk_limit = std::uint64_t{64} << 20U;
    policy.files_limit = 20'000;
  }
  for (const Guest& guest : bad_guests()) {
    const bool fills_disk = guest.name.starts_with("disk") || guest.name.starts_with("files");
    if (fills_disk && !bounded_disk) {
      std::cout << guest.name << ": this engine bounds no disk\n";
      continue;
    }

    const double speed = drive(speed_beside(guest));

    std::cout << guest.name << ": neighbours at " << speed << " of their speed\n";
    EXPECT_GE(speed, least_speed) << guest.name;
  }
}

}  // namespace
}  // namespace redcode::contract
