#include "agents/session_drivers.h"

#include <fmt/format.h>

#include <utility>

namespace redcode::agents {
namespace {

// Reads "token length LF code" again and again. The code has a module of its own, which is
// __main__; nothing it starts inherits the driver's descriptors, and its input is empty. As in a
// notebook, a last bare expression is printed.
constexpr std::string_view python_driver = R"py(
import ast, builtins, linecache, os, sys, traceback, types

def main():
    me = os.getpid()
    control, out, err = os.dup(0), os.dup(1), os.dup(2)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    def forget():
        for fd in (control, out, err):
            os.close(fd)
    os.register_at_fork(after_in_child=forget)
    requests = os.fdopen(control, 'rb', closefd=False)
    sys.stdout.reconfigure(line_buffering=True)
    module = types.ModuleType('__main__')
    module.__builtins__ = builtins
    sys.modules['__main__'] = module
    space = module.__dict__

    def say(fd, text):
        os.write(fd, text.encode())

    def flush():
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass

    def show(error):
        trace = error.__traceback__
        while trace and trace.tb_frame.f_code.co_filename == '<string>':
            trace = trace.tb_next
        traceback.print_exception(type(error), error, trace)

    def run(code, name):
        text = code.decode('utf-8', 'replace')
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        tree = ast.parse(code, name)
        last = [tree.body.pop()] if tree.body and isinstance(tree.body[-1], ast.Expr) else []
        whole = compile(tree, name, 'exec', dont_inherit=True)
        shown = compile(ast.Interactive(last), name, 'single', dont_inherit=True)
        exec(whole, space)
        if last:
            exec(shown, space)

    def status_of(code, name):
        try:
            run(code, name)
        except SystemExit as exit:
            if exit.code is None:
                return 0
            if isinstance(exit.code, int):
                return exit.code & 255
            print(exit.code, file=sys.stderr)
            return 1
        except KeyboardInterrupt as error:
            show(error)
            return 130
        except BaseException as error:
            show(error)
            return 1
        return 0

    count = 0
    while True:
        head = requests.readline().split()
        if len(head) != 2:
            return
        token, code = head[0].decode(), requests.read(int(head[1]))
        count += 1
        say(out, '\x1e' + token + ' begun\n')
        status = status_of(code, '<code %d>' % count)
        flush()
        if os.getpid() != me:
            os._exit(status)
        for fd in (out, err):
            say(fd, '\x1e%s %d\n' % (token, status))

main()
)py";

// A word that the shell reads as `text`. It holds no zero byte: none can be said to a shell.
std::string quoted(std::string_view text) {
  std::string word = "'";
  for (const char byte : text) {
    if (byte == '\'') {
      word += "'\\''";
    } else if (byte != '\0') {
      word.push_back(byte);
    }
  }
  return word + "'";
}

// The shell reads its commands from standard input, a line for each piece of code. Descriptors 61
// and 62 are the streams to end on, whatever the code does to 1 and 2; they and the shell's own
// input are out of reach while the code runs.
constexpr std::string_view shell_greeting = "exec 61>&1 62>&2\n";

std::string shell_request(std::string_view token, std::string_view code) {
  const std::string mark =
      fmt::format("builtin printf '\\036%s %d\\n' {} \"$_redcode_status\"", token);
  return fmt::format(
      "builtin printf '\\036%s begun\\n' {} >&61; "
      "builtin eval {} </dev/null 61>&- 62>&-; _redcode_status=$?; {} >&61; {} >&62\n",
      token, quoted(code), mark, mark);
}

}  // namespace

sandbox::Command interpreter_for(std::string_view language, std::string working_dir) {
  sandbox::Command command{.working_dir = std::move(working_dir)};
  if (language == "bash") {
    command.argv = {"bash"};
    command.stdin_bytes = shell_greeting;
  } else {
    command.argv = {"python3", "-c", std::string(python_driver)};
  }
  return command;
}

std::string request_for(std::string_view language, std::string_view token, std::string_view code) {
  if (language == "bash") return shell_request(token, code);
  return fmt::format("{} {}\n{}", token, code.size(), code);
}

std::string mark_of(std::string_view token) { return fmt::format("\x1e{} ", token); }

}  // namespace redcode::agents
