#include "record/world.h"

namespace redcode::record {

Json to_json(const World& world) {
  Json files = Json::array();
  for (const SeededFile& file : world.files) {
    files.push_back({{"path", file.path},
                     {"content", file.content},
                     {"mode", file.mode},
                     {"owner", file.owner},
                     {"directory", file.directory}});
  }
  Json processes = Json::array();
  for (const PlaceholderProcess& process : world.processes) {
    processes.push_back({{"program", process.program}, {"pid_file", process.pid_file}});
  }
  return {{"working_dir", world.working_dir},
          {"files", std::move(files)},
          {"processes", std::move(processes)},
          {"setup", world.setup},
          {"makes", world.makes},
          {"writable_paths", world.writable_paths},
          {"root", world.root}};
}

Result<World> world_from_json(const Json& json) {
  return decode_json("world", [&json] {
    World world;
    world.working_dir = json.at("working_dir").get<std::string>();
    for (const Json& file : json.at("files")) {
      world.files.push_back({.path = file.at("path").get<std::string>(),
                             .content = file.at("content").get<std::string>(),
                             .mode = file.at("mode").get<std::uint32_t>(),
                             .owner = file.at("owner").get<std::string>(),
                             .directory = file.at("directory").get<bool>()});
    }
    for (const Json& process : json.at("processes")) {
      world.processes.push_back({.program = process.at("program").get<std::string>(),
                                 .pid_file = process.at("pid_file").get<std::string>()});
    }
    world.setup = json.at("setup").get<std::string>();
    world.makes = json.at("makes").get<std::vector<std::string>>();
    world.writable_paths = json.at("writable_paths").get<std::vector<std::string>>();
    world.root = json.at("root").get<bool>();
    return world;
  });
}

}  // namespace redcode::record
