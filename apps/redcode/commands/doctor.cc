// `redcode doctor`: what is wrong on this host, what that means for results, and the one command
// that fixes each thing.
#include "doctor/doctor.h"

#include <utility>

#include "base/files.h"
#include "base/json.h"
#include "commands/commands.h"
#include "doctor/report.h"
#include "interruptible.h"
#include "sandbox/engines/engines.h"
#include "sandbox/image/recipe.h"

namespace redcode::app {
namespace {

Task<int> examine_host(const DoctorOptions& options, Out& out) {
  doctor::Program program{
      .corpus = [] { return data_folder("corpus"); },
      .image_recipe = [] { return image::digest_of(image::recipe_called("base")); },
      .make_engine = engines::make_engine};
  const doctor::Diagnosis diagnosis =
      co_await doctor::examine(std::move(program), options.engine.engine);
  out.write(options.json ? dump_json(doctor::to_json(diagnosis)) + "\n"
                         : doctor::text_of(diagnosis));
  co_return diagnosis.chosen() == nullptr ? 1 : 0;
}

}  // namespace

int doctor(const DoctorOptions& options, Out& out) {
  if (!options.list) return run_interruptible(examine_host(options, out), out);
  out.write(doctor::list_of_checks());
  return 0;
}

}  // namespace redcode::app
