// A sandbox beside another: one network, everything else apart.
#include "sandbox/oci/engine_for_tests.h"

namespace redcode::oci {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* server = R"(
import http.server, sys
class Hello(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'hello from beside\n')
    def log_message(self, *ignored): pass
listener = http.server.HTTPServer((sys.argv[1], 8080), Hello)
print('up', flush=True)
listener.serve_forever()
)";

class Beside : public OciEngine {
 protected:
  void SetUp() override {
    OciEngine::SetUp();
    world.services = {{.id = "web", .kind = "http", .names = {"web.test"}}};
  }

  Task<std::unique_ptr<sandbox::Sandbox>> open_beside(sandbox::Sandbox& neighbour) {
    record::Policy its = policy;
    its.user = "1001:1001";
    record::World own{.working_dir = "/srv", .files = {{.path = "/srv/secret", .content = "mine"}}};
    auto sandbox = co_await engine.open_beside(neighbour, std::move(its), std::move(own));
    ids.push_back(sandbox->id());
    co_return sandbox;
  }
  static Task<std::string> first_words(sandbox::Process& process) {
    const auto piece = co_await process.read();
    co_return piece ? piece->bytes : "";
  }
  // What a script prints in the sandbox while a server runs in one beside it.
  Task<sandbox::Ending> run_beside_server(sandbox::Command command) {
    const auto box = co_await open();
    const auto beside = co_await open_beside(*box);
    sandbox::Command serve{.argv = {"python3", "-c", server, "127.0.1.1"}, .working_dir = "/"};
    const auto process = co_await beside->start(std::move(serve));
    EXPECT_EQ(co_await first_words(*process), "up\n");
    sandbox::Ending ending = co_await box->exec(std::move(command));
    co_await process->end();
    co_await beside->close();
    co_await box->close();
    co_return ending;
  }
};
INSTANTIATE_TEST_SUITE_P(, Beside, testing::Values("runc", "crun", "runsc"),
                         [](const auto& one) { return std::string(one.param); });

TEST_P(Beside, IsReachedByItsName) {
  const sandbox::Ending ending =
      run(run_beside_server(bash("python3 -c 'import urllib.request as u; "
                                 "print(u.urlopen(\"http://web.test:8080/\").read().decode())'")));

  EXPECT_THAT(ending.out, HasSubstr("hello from beside")) << ending.err;
}

TEST_P(Beside, SharesNothingElse) {
  const sandbox::Ending ending = run(run_beside_server(
      bash("cat /srv/secret; cat /proc/[0-9]*/cmdline | tr '\\0' ' '; ls /proc/*/root/srv; "
           "kill -9 -1; id -u")));

  EXPECT_THAT(ending.out, Not(HasSubstr("mine")));
  EXPECT_THAT(ending.out, Not(HasSubstr("serve_forever")));
}

}  // namespace
}  // namespace redcode::oci
