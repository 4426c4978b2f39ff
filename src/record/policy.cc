#include "record/policy.h"

namespace redcode::record {

Json to_json(const Policy& policy) {
  Json mounts = Json::array();
  for (const Mount& mount : policy.mounts) {
    mounts.push_back({{"source", mount.source}, {"target", mount.target}});
  }
  Json tmpfs = Json::array();
  for (const Tmpfs& mount : policy.tmpfs) {
    tmpfs.push_back({{"path", mount.path}, {"size_bytes", mount.size_bytes}});
  }
  return {{"image", policy.image},
          {"network_mode", "none"},
          {"memory_limit", policy.memory_limit},
          {"cpu_quota", policy.cpu_quota},
          {"pids_limit", policy.pids_limit},
          {"disk_limit", policy.disk_limit},
          {"files_limit", policy.files_limit},
          {"mounts", std::move(mounts)},
          {"read_only_paths", policy.read_only_paths},
          {"tmpfs", std::move(tmpfs)},
          {"user", policy.user},
          {"timeout_s", policy.timeout.count()},
          {"command_timeout_s", policy.command_timeout.count()},
          {"output_limit", policy.output_limit}};
}

Result<Policy> policy_from_json(const Json& json) {
  return decode_json("policy", [&json] {
    Policy policy;
    policy.image = json.at("image").get<std::string>();
    if (json.at("network_mode") != "none") throw std::invalid_argument("network_mode must be none");
    policy.memory_limit = json.at("memory_limit").get<std::uint64_t>();
    policy.cpu_quota = json.at("cpu_quota").get<std::uint32_t>();
    policy.pids_limit = json.at("pids_limit").get<std::uint32_t>();
    policy.disk_limit = json.at("disk_limit").get<std::uint64_t>();
    policy.files_limit = json.at("files_limit").get<std::uint64_t>();
    for (const Json& mount : json.at("mounts")) {
      policy.mounts.push_back({.source = mount.at("source").get<std::string>(),
                               .target = mount.at("target").get<std::string>()});
    }
    policy.read_only_paths = json.at("read_only_paths").get<std::vector<std::string>>();
    policy.tmpfs.clear();
    for (const Json& mount : json.at("tmpfs")) {
      policy.tmpfs.push_back({.path = mount.at("path").get<std::string>(),
                              .size_bytes = mount.at("size_bytes").get<std::uint64_t>()});
    }
    policy.user = json.at("user").get<std::string>();
    policy.timeout = std::chrono::seconds(json.at("timeout_s").get<std::int64_t>());
    policy.command_timeout = std::chrono::seconds(json.at("command_timeout_s").get<std::int64_t>());
    policy.output_limit = json.at("output_limit").get<std::uint64_t>();
    return policy;
  });
}

}  // namespace redcode::record
