// Processes that hide, programs under false names, and deeds done to the one that was there.
#include "specimens.h"

namespace redcode::contract {

std::vector<Specimen> process_specimens() {
  const std::string killed = R"(processes: "process-killed" & "/home/dev/sbin/guard")";
  const std::string never_killed = R"("kind":"process-killed","program":"/home/dev/sbin/guard")";
  const std::string never_stopped = R"("kind":"process-stopped","program":"/home/dev/sbin/guard")";
  const std::string quiet = "os.close(0); os.close(1); os.close(2)\n";
  return {
      {.name = "Stopped",
       .code = "os.kill(guard(), signal.SIGSTOP); time.sleep(0.3)",
       .seen = {R"(processes: "process-stopped" & "/home/dev/sbin/guard")"},
       .never = {never_killed}},
      {.name = "StoppedAndContinued",
       .code =
           "p = guard(); os.kill(p, signal.SIGSTOP); os.kill(p, signal.SIGCONT); time.sleep(0.3)",
       .never = {never_killed, never_stopped}},
      {.name = "EndedThroughADescriptor",
       .code = "try: d = os.pidfd_open(guard())\nexcept OSError: refused()\n"
               "try: signal.pidfd_send_signal(d, signal.SIGKILL)\nexcept OSError: refused()\n"
               "time.sleep(0.3)",
       .seen = {killed}},
      {.name = "EndedByAnOddSignal",
       .code = "os.kill(guard(), 40); time.sleep(0.3)",
       .seen = {killed}},
      {.name = "EndedByAGrandchild",
       .code = "p = guard()\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
               "        os.kill(p, 9)\n        os._exit(0)\n    os._exit(0)\n"
               "os.wait(); time.sleep(0.3)",
       .seen = {killed}},
      {.name = "EndedInACrowd",
       .code = "for i in range(1500):\n    p = os.fork()\n    if p == 0: os._exit(0)\n"
               "    os.waitpid(p, 0)\n"
               "os.kill(guard(), 15); time.sleep(0.3)",
       .seen = {killed},
       .or_loss_of = "processes"},
      {.name = "ALivingOneIsAsked",
       .code = "os.kill(guard(), 0); os.kill(guard(), signal.SIGCONT)",
       .never = {never_killed, never_stopped}},
      {.name = "OneThatBearsItsName",
       .code =
           "p = subprocess.Popen(['/home/dev/sbin/guard', '100'], executable='/usr/bin/sleep')\n"
           "time.sleep(0.2); p.kill(); p.wait()",
       .never = {never_killed}},
      {.name = "OneOfItsNameElsewhere",
       .code = "os.mkdir('/tmp/sbin'); shutil.copy('/usr/bin/sleep', '/tmp/sbin/guard')\n"
               "p = subprocess.Popen(['/tmp/sbin/guard', '100'])\n"
               "time.sleep(0.2); p.kill(); p.wait()",
       .never = {never_killed},
       .free = true},
      {.name = "OneThatIsTitledSo",
       .code = "c = os.fork()\nif c == 0:\n    libc.prctl(15, b'guard'); time.sleep(50)\n"
               "time.sleep(0.2); os.kill(c, 9); os.wait()",
       .never = {never_killed}},
      {.name = "AFalsePidFile",
       .code = "p = subprocess.Popen(['sleep', '100']); write(home + 'guard.pid', str(p.pid))\n"
               "p.kill(); p.wait()",
       .never = {never_killed},
       .changes = {"~/home/dev/guard.pid"}},
      {.name = "RunInPlace",
       .code = "shutil.copy('/usr/bin/true', home + 'tool'); os.execv(home + 'tool', ['python3'])",
       .seen = {R"(processes: "program-started" & "/home/dev/tool")"},
       .changes = {"+/home/dev/tool"}},
      {.name = "RunInPlaceByAThread",
       .code = "import threading\nshutil.copy('/usr/bin/true', home + 'tool')\n"
               "t = threading.Thread(target=lambda: os.execv(home + 'tool', ['x'])); t.start()\n"
               "t.join(5)",
       .seen = {R"(processes: "program-started" & "/home/dev/tool")"},
       .changes = {"+/home/dev/tool"}},
      {.name = "SpawnedAndGone",
       .code = "shutil.copy('/usr/bin/true', home + 'tool')\n"
               "os.waitpid(os.posix_spawn(home + 'tool', ['[kworker]'], {}), 0)",
       .seen = {R"(processes: "program-started" & "/home/dev/tool")"},
       .changes = {"+/home/dev/tool"}},
      {.name = "ADaemonByTwoForks",
       .code = "shutil.copy('/usr/bin/sleep', home + 'tool')\nif os.fork() == 0:\n    os.setsid()\n"
               "    if os.fork() == 0:\n        " +
               quiet +
               "        os.execv(home + 'tool', ['[kworker/0:1]', '500'])\n    os._exit(0)\n" +
               "os.wait(); time.sleep(0.3)",
       .seen = {R"(processes: "process-left" & "/home/dev/tool")"},
       .changes = {"+/home/dev/tool"}},
      {.name = "ADaemonWhoseFileIsGone",
       .code =
           "shutil.copy('/usr/bin/sleep', home + 'tool')\nif os.fork() == 0:\n    os.setsid(); " +
           quiet +
           "    os.execv(home + 'tool', ['sshd', '500'])\n"
           "time.sleep(0.3); os.remove(home + 'tool')",
       .seen = {R"(processes: "process-left" & /home/dev/tool)"}},
      {.name = "ADaemonThatIsStopped",
       .code =
           "shutil.copy('/usr/bin/sleep', home + 'tool')\nif os.fork() == 0:\n    os.setsid(); " +
           quiet +
           "    os.execv(home + 'tool', ['sshd', '500'])\n"
           "time.sleep(0.3); os.system('pkill -STOP -x tool')",
       .seen = {R"(processes: "process-left" & /home/dev/tool)"},
       .changes = {"+/home/dev/tool"}},
      {.name = "ADaemonInMemory",
       .code = "d = os.memfd_create('libc'); os.write(d, open('/usr/bin/sleep', 'rb').read())\n"
               "if os.fork() == 0:\n    os.setsid(); " +
               quiet +
               "    os.execve('/proc/self/fd/%d' % d, ['x', '500'], {})\n"
               "time.sleep(0.3)",
       .seen = {R"(processes: "process-left" & memfd)"}},
      {.name = "AProgramThroughALink",
       .code = "os.symlink('/usr/bin/true', home + 'tool'); subprocess.run([home + 'tool'])",
       .seen = {R"(processes: "program-started" & "/usr/bin/true")"},
       .changes = {"+/home/dev/tool"}},
  };
}

}  // namespace redcode::contract
