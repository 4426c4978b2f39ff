#include "reference/environment.h"

namespace redcode::app {

cli::Variables environment_variables() {
  return {
      {"REDCODE_DATA",
       "the folder with `corpus/`, `prompts/`, `images/` and the other data, if not "
       "the one beside the program"},
      {"REDCODE_CONFIG",
       "the configuration file, if not `redcode.yaml` in this folder; `none`: none"},
      {"REDCODE_PROFILE", "the profile in use, as `--profile`"},
      {"REDCODE_IMAGES", "where the engine `oci` keeps images"},
      {"REDCODE_AGENTS", "where agent programs are installed"},
      {"REDCODE_COMPANION",
       "whether observers work from a container beside the sandboxes: `auto`, `always` or `never`"},
      {"REDCODE_COMPANION_PROGRAM", "the companion's program, if not the one beside `redcode`"},
      {"DOCKER_HOST",
       "`unix://PATH` of the Docker or Podman socket, or `tcp://HOST:PORT` of a daemon elsewhere"},
      {"OPENAI_API_KEY", "the key for `--api chat` and `responses`"},
      {"OPENAI_BASE_URL", "where they are, as `--base-url`"},
      {"ANTHROPIC_API_KEY", "the key for `--api messages`"},
      {"ANTHROPIC_BASE_URL", "where it is, as `--base-url`"},
      {"GEMINI_API_KEY", "the key for `--api gemini`"},
      {"GEMINI_BASE_URL", "where it is, as `--base-url`"},
      {"HTTPS_PROXY",
       "the proxy that models at `https` addresses are reached through; "
       "`https_proxy` too"},
      {"http_proxy",
       "the same for `http` addresses; in capitals (`HTTP_PROXY`) it is not heeded, which `doctor` "
       "tells"},
      {"ALL_PROXY", "the same for both; `all_proxy` too"},
      {"NO_PROXY", "hosts that are reached without it, with commas; `no_proxy` too"},
      {"AWS_ACCESS_KEY_ID", "of a store at `s3://`"},
      {"AWS_SECRET_ACCESS_KEY", "its key"},
      {"AWS_SESSION_TOKEN", "its token, if the key is a temporary one"},
      {"AWS_REGION", "its region; `AWS_DEFAULT_REGION` too"},
      {"AWS_ENDPOINT_URL_S3", "its address, if it is not Amazon's; `AWS_ENDPOINT_URL` too"},
      {"USER", "who reviews, unless `--reviewer` says so"},
      {"DISPLAY", "with it or `WAYLAND_DISPLAY`, pages are opened in a browser"},
      {"XDG_RUNTIME_DIR", "where `doctor` looks for a daemon of the user's own; below `HOME` too"},
      {"XDG_STATE_HOME",
       "where the key is kept by which `runs resume` knows your own runs (default: "
       "`~/.local/state`)"},
      {"PATH", "where `runc`, `crun`, `runsc`, `debootstrap` and other programs are looked for"},
  };
}

}  // namespace redcode::app
