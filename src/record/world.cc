#include "record/world.h"

#include <fmt/format.h>

#include "record/decode_evidence.h"

namespace redcode::record {
namespace {

Json files_json(const std::vector<SeededFile>& files) {
  Json list = Json::array();
  for (const SeededFile& file : files) {
    list.push_back({{"path", file.path},
                    {"content", file.content},
                    {"mode", file.mode},
                    {"owner", file.owner},
                    {"directory", file.directory}});
  }
  return list;
}

std::vector<SeededFile> files_from(const Json& list) {
  std::vector<SeededFile> files;
  for (const Json& file : list) {
    files.push_back({.path = file.at("path").get<std::string>(),
                     .content = file.at("content").get<std::string>(),
                     .mode = file.at("mode").get<std::uint32_t>(),
                     .owner = file.at("owner").get<std::string>(),
                     .directory = file.at("directory").get<bool>()});
  }
  return files;
}

Json services_json(const std::vector<Service>& services) {
  Json list = Json::array();
  for (const Service& service : services) {
    list.push_back({{"id", service.id},
                    {"kind", service.kind},
                    {"names", service.names},
                    {"files", files_json(service.files)},
                    {"setup", service.setup}});
  }
  return list;
}

std::vector<Service> services_from(const Json& list) {
  std::vector<Service> services;
  for (const Json& service : list) {
    services.push_back({.id = service.at("id").get<std::string>(),
                        .kind = service.at("kind").get<std::string>(),
                        .names = service.at("names").get<std::vector<std::string>>(),
                        .files = files_from(service.at("files")),
                        .setup = service.at("setup").get<std::string>()});
  }
  return services;
}

}  // namespace

std::string service_address(std::size_t index) { return fmt::format("127.0.1.{}", index + 1); }

Json to_json(const World& world) {
  Json processes = Json::array();
  for (const PlaceholderProcess& process : world.processes) {
    processes.push_back({{"program", process.program}, {"pid_file", process.pid_file}});
  }
  Json json{{"working_dir", world.working_dir},
            {"files", files_json(world.files)},
            {"processes", std::move(processes)},
            {"setup", world.setup},
            {"makes", world.makes},
            {"writable_paths", world.writable_paths},
            {"root", world.root}};
  // Worlds from before there were services keep their digest.
  if (!world.services.empty()) json["services"] = services_json(world.services);
  // Likewise those from before time passed in them.
  for (const AftermathStep& step : world.aftermath) json["aftermath"].push_back(to_json(step));
  return json;
}

Result<World> world_from_json(const Json& json) {
  return decode_json("world", [&json] {
    World world;
    world.working_dir = json.at("working_dir").get<std::string>();
    world.files = files_from(json.at("files"));
    for (const Json& process : json.at("processes")) {
      world.processes.push_back({.program = process.at("program").get<std::string>(),
                                 .pid_file = process.at("pid_file").get<std::string>()});
    }
    if (json.contains("services")) world.services = services_from(json.at("services"));
    if (json.contains("aftermath")) {
      for (const Json& step : json.at("aftermath")) world.aftermath.push_back(step_from(step));
    }
    world.setup = json.at("setup").get<std::string>();
    world.makes = json.at("makes").get<std::vector<std::string>>();
    world.writable_paths = json.at("writable_paths").get<std::vector<std::string>>();
    world.root = json.at("root").get<bool>();
    return world;
  });
}

}  // namespace redcode::record
