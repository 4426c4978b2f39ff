// The checks of container daemons, and of how one gets at them.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "doctor/findings.h"
#include "sandbox/engines/engines.h"

namespace redcode::app {
namespace {

constexpr Concerns docker = Concerns::docker;

std::vector<Check> of_reaching() {
  return {
      {"docker-not-installed", "docker daemon", docker, Impact::blocks,
       "No container daemon is installed.", "Sandboxes can be made by oci only, which needs root.",
       "sudo apt-get install docker.io"},
      {"docker-not-started", "docker daemon", docker, Impact::blocks,
       "Docker is installed, and nothing answers at its socket.",
       "Sandboxes can be made by oci only, which needs root.", "sudo systemctl start docker"},
      {"docker-elsewhere", "docker daemon", docker, Impact::blocks,
       "Nothing answers at the usual socket, but another daemon has one (rootless, Docker Desktop, "
       "Podman).",
       "redcode does not guess which daemon is meant.",
       "export DOCKER_HOST=unix:///run/user/$(id -u)/docker.sock"},
      {"docker-host-wrong", "docker daemon", docker, Impact::blocks,
       "DOCKER_HOST names no daemon that can be spoken to (unix:///path or tcp://host:port).",
       "The daemon on this host, if there is one, is not asked.", "unset DOCKER_HOST"},
      {"docker-socket-permission", "docker daemon", docker, Impact::blocks,
       "This user may not open the daemon's socket.", "No sandbox can be asked for.",
       "sudo usermod -aG docker \"$USER\" && newgrp docker"},
      {"docker-group-stale", "docker daemon", docker, Impact::blocks,
       "This user is in the group docker, but has been only since this session began.",
       "No sandbox can be asked for until the session knows.", "newgrp docker"},
      {"docker-silent", "docker daemon", docker, Impact::blocks,
       "The daemon takes connections and does not answer within seconds.",
       "Every trial would time out.", "sudo systemctl restart docker"},
      {"docker-odd-answer", "docker daemon", docker, Impact::blocks,
       "What answers at the socket does not speak Docker's API.", "No sandbox can be asked for.",
       "sudo systemctl restart docker"},
      {"docker-api-old", "docker daemon", docker, Impact::blocks,
       "The daemon's API is older than 1.41 (Docker 20.10, Podman 4).",
       "Limits that a sandbox must have cannot be asked for.",
       "sudo apt-get install --only-upgrade docker.io"},
      {"docker-api-new", "docker daemon", docker, Impact::blocks,
       "The daemon no longer speaks API 1.51 or an older one.",
       "What it would answer has not been seen by this program.",
       "sudoedit /etc/docker/daemon.json # put in \"min-api-version\": \"1.51\", then sudo "
       "systemctl restart docker"},
      {"docker-refused", "docker sandbox", docker, Impact::blocks,
       "A sandbox made by docker, to try it out, did not open, or its observers did not.",
       "Every trial would be invalid, for the reason given.", "redcode sandbox engines"},
  };
}

std::vector<Check> of_kinds() {
  return {
      {"docker-desktop", "docker kind", docker, Impact::limits,
       "The daemon is Docker Desktop's: sandboxes run in its virtual machine.",
       "This host's kernel sees nothing of them. A companion in the machine gives the evidence, "
       "without the log of tries; agent programs of this host cannot be shown inside.",
       "sudo apt-get install docker.io && export DOCKER_HOST=unix:///var/run/docker.sock"},
      {"docker-remote", "docker kind", docker, Impact::limits,
       "The daemon is on another host (DOCKER_HOST=tcp://).",
       "A companion there gives the evidence, without the log of tries; agent programs of this "
       "host cannot be shown inside. The connection is not encrypted.",
       "unset DOCKER_HOST"},
      {"docker-rootless", "docker kind", docker, Impact::weakens, "The daemon runs without root.",
       "The kernel lets nobody watch files and processes from there, and control groups may not "
       "limit anything: expect trials to be invalid.",
       "sudo systemctl start docker && export DOCKER_HOST=unix:///var/run/docker.sock"},
      {"docker-maps-users", "docker kind", docker, Impact::weakens,
       "The daemon maps user ids (userns-remap), and redcode is not root.",
       "A companion cannot look into such sandboxes: only commands and their output are seen.",
       "sudo redcode doctor # root sees everything"},
      {"podman", "docker kind", docker, Impact::limits, "The daemon is Podman.",
       "It works for root, with its default runtime only and without the log of tries.",
       "sudo apt-get install docker.io && unset DOCKER_HOST"},
      {"podman-without-root", "docker kind", docker, Impact::blocks,
       "The daemon is Podman, and redcode is not root.",
       "Podman takes no list of read-only paths; only root can make them.",
       "sudo -E redcode doctor"},
      {"podman-runtime", "docker runtime", docker, Impact::blocks,
       "Podman's default runtime is not runc, and it uses no other.",
       "Sandboxes have to be asked for with that runtime.", "export REDCODE_ENGINE=docker+crun"},
      {"docker-runtime", "docker runtime", docker, Impact::blocks,
       "The daemon does not offer the runtime that was asked for, or runc if none was.",
       "Sandboxes cannot be started.",
       "sudo apt-get install runc && sudo systemctl restart docker"},
      {"docker-limits", "docker limits", docker, Impact::blocks,
       "The daemon says that it cannot limit memory, processes or processor time.",
       "A policy is enforced whole or not at all: no sandbox opens.",
       "sudoedit /etc/default/grub # put cgroup_enable=memory in GRUB_CMDLINE_LINUX, then sudo "
       "update-grub && sudo reboot"},
  };
}

std::vector<Check> of_settings() {
  return {
      {"storage-driver", "docker storage", docker, Impact::blocks,
       "The daemon's storage driver is not overlay2.",
       "What changed in a sandbox cannot be read, so no trial could be judged.",
       "sudoedit /etc/docker/daemon.json # put in \"storage-driver\": \"overlay2\", then sudo "
       "systemctl restart docker"},
      {"containerd-image-store", "docker storage", docker, Impact::blocks,
       "The daemon keeps images in containerd's store (fresh installations of Docker 29), and the "
       "runtime is neither runc nor crun.",
       "What changed in a sandbox can be read by the companion only, which serves those two.",
       "sudoedit /etc/docker/daemon.json # put in \"features\": {\"containerd-snapshotter\": "
       "false}, then sudo systemctl restart docker"},
      {"address-pools", "docker networks", docker, Impact::limits,
       "The daemon's address pools are used up, or nearly.",
       "Sandboxes have no network and need none. Other tools' networks fail, and a daemon that has "
       "lost its bridge does not start again.",
       "docker network ls # then docker network rm those that nobody needs"},
      {"companion-missing", "companion", docker, Impact::weakens,
       "redcode-companion is not beside the program, and this process cannot look itself.",
       "Only commands and their output are seen.", "sudo apt-get install --reinstall redcode"},
      {"companion-off", "companion", docker, Impact::weakens,
       "REDCODE_COMPANION=never, and this process cannot look itself.",
       "Only commands and their output are seen.", "unset REDCODE_COMPANION"},
      {"companion-setting", "companion", docker, Impact::blocks,
       "REDCODE_COMPANION is none of auto, always and never.", "docker cannot be used.",
       "unset REDCODE_COMPANION"},
      {"selinux", "SELinux", docker, Impact::limits, "SELinux is enforcing.",
       "Folders of this host that are shown inside (agent programs) may be "
       "refused until they carry a container's label.",
       "sudo chcon -R -t container_file_t /var/lib/redcode/agents"},
      {"apparmor-parser", "AppArmor", docker, Impact::blocks,
       "AppArmor is on, and apparmor_parser is not installed.",
       "Docker cannot load its profile and starts no container.", "sudo apt-get install apparmor"},
      {"user-namespaces-restricted", "user namespaces", docker, Impact::limits,
       "Users other than root may not make user namespaces (Debian's "
       "kernel.unprivileged_userns_clone, AppArmor on Ubuntu 24).",
       "Daemons without root do not start. Docker and oci as root do not mind.",
       "sudo sysctl kernel.unprivileged_userns_clone=1"},
      {"clock-differs", "clock", docker, Impact::weakens,
       "The daemon's clock and this host's differ by more than a minute.",
       "Times in records cannot be compared, and certificates may count as expired inside.",
       "sudo timedatectl set-ntp true"},
      {"proxy-daemon", "proxy", docker, Impact::limits,
       "A proxy is set here, and the daemon has none.",
       "Pulls by the daemon (redcode image build --method dockerfile) go astray.",
       "sudoedit /etc/docker/daemon.json # put in \"proxies\": {\"https-proxy\": …}, then sudo "
       "systemctl restart docker"},
      {"image-missing-docker", "base image", docker, Impact::blocks,
       "The daemon does not have the sandboxes' base image.", "Every sandbox starts from it.",
       "redcode image build"},
  };
}

// A daemon's settings of a runtime; … where only its maker knows.
std::string settings_of(std::string_view runtime) {
  // Without the argument gVisor has sockets of its own, and the network is not observed.
  if (runtime == "runsc") return R"({"path": "/usr/bin/runsc", "runtimeArgs": ["--network=host"]})";
  return runtime == "crun" ? R"({"path": "/usr/bin/crun"})" : R"({"path": …})";
}

}  // namespace

std::string fix_of_docker_runtime(const std::string& runtime) {
  if (runtime == "runc") return {};
  const bool packaged =
      std::ranges::find(engines::oci_runtimes, runtime) != engines::oci_runtimes.end();
  return fmt::format(
      "{}sudoedit /etc/docker/daemon.json # put in \"runtimes\": {{\"{}\": {}}}, then sudo "
      "systemctl restart docker",
      packaged ? fmt::format("sudo apt-get install {} && ", runtime) : "", one_line(runtime, 40),
      settings_of(runtime));
}

const std::vector<Check>& checks_of_daemons() {
  static const std::vector<Check> all = [] {
    std::vector<Check> list = of_reaching();
    for (const std::vector<Check>& more : {of_kinds(), of_settings()})
      list.insert(list.end(), more.begin(), more.end());
    return list;
  }();
  return all;
}

}  // namespace redcode::app
