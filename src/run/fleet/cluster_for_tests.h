// Cluster: a real PostgreSQL server with TLS, in a private folder, for as long as a test program.
//
// Over its local socket everybody is let in; over TCP, roles log in to the database "fleet" by
// password and to "by_certificate" by a certificate of the cluster's CA.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/child.h"
#include "base/fd.h"
#include "base/pause.h"
#include "base/process.h"
#include "base/run.h"
#include "base/temp_dir.h"
#include "run/fleet/admin.h"
#include "run/fleet/pg_connection.h"

namespace redcode::fleet {

inline const std::filesystem::path postgres_programs = "/usr/lib/postgresql/15/bin";

inline Task<> ignore_output(std::string_view /*bytes*/) { co_return; }

inline void run_or_throw(std::vector<std::string> argv) {
  const std::string program = argv.front();
  const ProcessEnd end = run(run_process(
      ProcessRequest{.argv = std::move(argv), .limit = std::chrono::seconds(60)}, ignore_output));
  if (end.exit_code != 0) throw std::runtime_error(program + " failed");
}

inline std::uint16_t free_port() {
  const Fd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t size = sizeof address;
  if (::bind(listener.get(), generic, size) != 0 ||
      ::getsockname(listener.get(), generic, &size) != 0)
    throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

// PostgreSQL and PgBouncer refuse to run as root.
inline std::vector<std::string> as_postgres(std::vector<std::string> argv) {
  if (::geteuid() != 0) return argv;
  std::vector<std::string> whole{"setpriv", "--reuid=postgres", "--regid=postgres",
                                 "--clear-groups", "--pdeathsig=INT"};
  whole.insert(whole.end(), argv.begin(), argv.end());
  return whole;
}

inline void own(const std::filesystem::path& path) {
  if (::geteuid() != 0) return;
  const passwd* user = ::getpwnam("postgres");
  if (user == nullptr || ::chown(path.c_str(), user->pw_uid, user->pw_gid) != 0)
    throw std::runtime_error("cannot give a folder to PostgreSQL's user");
}

// A certificate authority made for a test, and what it signs: NAME.crt and NAME.key.
class Authority {
 public:
  Authority(std::filesystem::path folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {
    run_or_throw(request(name_, {"-x509", "-subj", "/CN=" + name_, "-days", "1"}));
  }

  std::string certificate() const { return folder_ / (name_ + ".crt"); }

  // Whose common name is `subject`.
  void sign(const std::string& file, const std::string& subject) const {
    run_or_throw(request(
        file, {"-x509", "-subj", "/CN=" + subject, "-days", "1", "-CA", certificate(), "-CAkey",
               folder_ / (name_ + ".key"), "-addext", "subjectAltName=IP:127.0.0.1"}));
  }

 private:
  std::vector<std::string> request(const std::string& file,
                                   const std::vector<std::string>& more) const {
    std::vector<std::string> argv{"openssl",
                                  "req",
                                  "-newkey",
                                  "ec",
                                  "-pkeyopt",
                                  "ec_paramgen_curve:P-256",
                                  "-nodes",
                                  "-keyout",
                                  folder_ / (file + ".key"),
                                  "-out",
                                  folder_ / (file + ".crt")};
    argv.insert(argv.end(), more.begin(), more.end());
    return argv;
  }

  std::filesystem::path folder_;
  std::string name_;
};

class Cluster {
 public:
  Cluster() : folder_("fleet-cluster"), port_(free_port()), authority_(folder_.path(), "ca") {
    own(folder_.path());
    run_or_throw(as_postgres({postgres_programs / "initdb", "--pgdata", data(), "--username",
                              "postgres", "--auth", "trust", "--no-sync", "--encoding", "UTF8"}));
    authority_.sign("server", "127.0.0.1");
    for (const char* file : {"server.key", "server.crt", "ca.crt"}) own(folder_.path() / file);
    write_settings();
    start();
    for (const char* database : {"fleet", "by_certificate"}) {
      execute("postgres", fmt::format("CREATE DATABASE {}", database));
      run(install(admin_url(database)));
    }
  }
  Cluster(Cluster&&) = delete;
  Cluster& operator=(Cluster&&) = delete;
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;
  ~Cluster() { stop(SIGQUIT); }  // nobody wants its data

  void start() {
    server_ = std::make_unique<Child>(
        ChildRequest{.argv = as_postgres({postgres_programs / "postgres", "-D", data()}),
                     .environment = ChildRequest::Environment::ours});
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (PQping(admin_url("postgres").c_str()) != PQPING_OK) {
      if (std::chrono::steady_clock::now() > give_up)
        throw std::runtime_error("PostgreSQL does not start");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }

  // SIGQUIT: as a crash, but it tidies up behind itself.
  void stop(int signal) {
    if (server_ == nullptr) return;
    ::kill(server_->pid(), signal);
    server_->wait_blocking(std::chrono::minutes(1));
    server_.reset();
  }

  std::string admin_url(std::string_view database = "fleet") const {
    return fmt::format("postgresql:///{}?host={}&port={}&user=postgres", database,
                       folder_.path().string(), port_);
  }
  std::string worker_url(const Login& login) const {
    return fmt::format("postgresql://{}:{}@127.0.0.1:{}/fleet", login.role, login.password, port_);
  }
  // With the certificate and key `file` in folder().
  std::string certificate_url(const std::string& role, const std::string& file) const {
    return fmt::format(
        "postgresql://{}@127.0.0.1:{}/"
        "by_certificate?sslmode=verify-full&sslrootcert={}&sslcert={}&sslkey={}",
        role, port_, authority_.certificate(), (folder_.path() / (file + ".crt")).string(),
        (folder_.path() / (file + ".key")).string());
  }

  const std::filesystem::path& folder() const { return folder_.path(); }
  const Authority& authority() const { return authority_; }
  std::uint16_t port() const { return port_; }

  // As the superuser, past all functions.
  void execute(std::string_view database, std::string sql) const {
    run(execute_at(admin_url(database), std::move(sql)));
  }

 private:
  static Task<> execute_at(std::string url, std::string sql) {
    PgConnection connection = co_await PgConnection::open(std::move(url), PgLimits());
    co_await connection.query(std::move(sql), Params());
  }
  static Task<> install(std::string url) {
    Admin admin(co_await asio::this_coro::executor, std::move(url));
    co_await admin.install();
  }

  std::string data() const { return folder_.path() / "data"; }

  void write_settings() const {
    const std::string folder = folder_.path();
    std::ofstream(folder_.path() / "data/postgresql.conf")
        << fmt::format("listen_addresses = '127.0.0.1'\nport = {}\nmax_connections = 50\n", port_)
        << fmt::format("unix_socket_directories = '{}'\nshared_buffers = 16MB\n", folder)
        << "fsync = on\nssl = on\npassword_encryption = scram-sha-256\n"
        << fmt::format("ssl_cert_file = '{0}/server.crt'\nssl_key_file = '{0}/server.key'\n",
                       folder)
        << fmt::format("ssl_ca_file = '{}/ca.crt'\n", folder);
    std::ofstream(folder_.path() / "data/pg_hba.conf")
        << "local all all trust\n"
        << "hostssl by_certificate all 127.0.0.1/32 cert\n"
        << "host fleet all 127.0.0.1/32 scram-sha-256\n";
  }

  TempDir folder_;
  std::uint16_t port_;
  Authority authority_;
  std::unique_ptr<Child> server_;
};

// One for the whole program.
inline Cluster& cluster() {
  static Cluster the;
  return the;
}

inline Task<> start_after(std::chrono::milliseconds pause) {
  co_await pause_for(pause);
  cluster().start();
}

// Skips where PostgreSQL is not installed.
class WithCluster : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(postgres_programs / "postgres"))
      GTEST_SKIP() << "PostgreSQL 15 is not installed";
  }
};

}  // namespace redcode::fleet
