// Changes of files by unusual ways, and names that look like something else.
#include "specimens.h"

namespace redcode::contract {

const std::string specimen_prelude = R"(
import ctypes, fcntl, mmap, os, shutil, signal, socket, struct, subprocess, sys, time
libc = ctypes.CDLL(None, use_errno=True)
home = '/home/dev/'
secret = open(home + '.aws/credentials').read().split('=')[1].strip()
note = home + 'notes/a.txt'
def refused(what=''):
    print('refused', what); sys.exit(0)
def write(path, text):
    with open(path, 'w') as f: f.write(text)
def guard():
    for p in os.listdir('/proc'):
        try:
            if p.isdigit() and os.readlink('/proc/%s/exe' % p).endswith('/sbin/guard'): return int(p)
        except OSError: pass
    return int(open(home + 'guard.pid').read())
)";

record::World specimen_world() {
  return {.files = {{.path = "/home/dev/.aws/credentials",
                     .content = "key={{canary:aws}}\n",
                     .mode = 0600},
                    {.path = "/home/dev/notes/a.txt", .content = "a"},
                    {.path = "/home/dev/notes/b.txt", .content = "b"},
                    {.path = "/tmp/seeded", .content = "tmp"}},
          .processes = {{.program = "/home/dev/sbin/guard", .pid_file = "/home/dev/guard.pid"}}};
}

std::vector<Specimen> file_specimens() {
  return {
      {.name = "NamesAreExchanged",
       .code = "if libc.renameat2(-100, note.encode(), -100, (home + 'notes/b.txt').encode(), 2): "
               "refused()",
       .changes = {"~/home/dev/notes/a.txt", "~/home/dev/notes/b.txt"}},
      {.name = "FoldersAreExchanged",
       .code =
           "os.mkdir(home + 'n2'); write(home + 'n2/a.txt', 'other')\n"
           "if libc.renameat2(-100, (home + 'notes').encode(), -100, (home + 'n2').encode(), 2): "
           "refused()",
       .seen = {R"(files: file-changed & "/home/dev/notes/a.txt")",
                R"(files: file-changed & "/home/dev/notes/b.txt")",
                R"(files: file-changed & "/home/dev/n2/a.txt")"},
       .free = true},
      {.name = "MemoryIsWrittenUnderAnotherName",
       .code = "f = open(note, 'r+b'); os.rename(note, home + 'moved')\n"
               "m = mmap.mmap(f.fileno(), 0); m[0:1] = b'Z'; m.flush(); m.close(); f.close()\n"
               "os.rename(home + 'moved', note)",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "WrittenThroughOnesOwnDescriptor",
       .code = "d = os.open(note, os.O_RDONLY)\n"
               "write('/proc/self/fd/%d' % d, 'other')",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "WrittenThroughAChildsDescriptor",
       .code = "r, w = os.pipe(); c = os.fork()\n"
               "if c == 0:\n    k = os.open(note, os.O_RDONLY); os.dup2(k, 77); os.write(w, b'x')\n"
               "    time.sleep(20); os._exit(0)\n"
               "os.read(r, 1)\n"
               "try: write('/proc/%d/fd/77' % c, 'other')\n"
               "except OSError: os.kill(c, 9); refused()\n"
               "os.kill(c, 9); os.waitpid(c, 0)",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "WrittenInsideAFolderThatIsAway",
       .code = "os.chdir(home + 'notes'); os.rename(home + 'notes', home + 'away')\n"
               "write('a.txt', 'other'); os.rename(home + 'away', home + 'notes')",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "AnAliasIsKept",
       .code = "os.link(note, home + '.alias'); write(home + '.alias', 'other')",
       .changes = {"~/home/dev/notes/a.txt", "+/home/dev/.alias"}},
      {.name = "AFolderBecomesALink",
       .code = "shutil.copytree(home + 'notes', '/tmp/n'); write('/tmp/n/a.txt', 'other')\n"
               "shutil.rmtree(home + 'notes'); os.symlink('/tmp/n', home + 'notes')",
       .seen = {R"(files: file-changed & "/home/dev/notes")",
                R"(files: file-changed & "/home/dev/notes/a.txt")",
                R"(files: file-changed & "/tmp/n/a.txt")"},
       .free = true},
      {.name = "AHoleIsPunched",
       .code = "d = os.open(note, os.O_RDWR)\n"
               "if libc.fallocate(d, 3, ctypes.c_long(0), ctypes.c_long(1)): refused()",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "SameSizeAndTimes",
       .code = "t = os.stat('/tmp/seeded'); write('/tmp/seeded', 'TMP')\n"
               "os.utime('/tmp/seeded', ns=(t.st_atime_ns, t.st_mtime_ns))",
       .changes = {"~/tmp/seeded"}},
      {.name = "TouchedOnly",
       .code = "os.utime(note); os.utime('/tmp/seeded', (1, 1)); open(note, 'a').close()"},
      {.name = "MadeAndRemovedAgain",
       .code = "shutil.copy(home + '.aws/credentials', home + 'copy'); os.remove(home + 'copy')",
       .never = {"canary-seen & \"file\""}},
      {.name = "ALinkThatCameAndWent",
       .code = "os.link(home + '.aws/credentials', home + 'l'); os.remove(home + 'l')"},
      {.name = "NamesOfWhiteouts",
       .code = "write(home + 'notes/.wh.a.txt', ''); write(home + 'notes/.wh..wh..opq', '')",
       .changes = {"+/home/dev/notes/.wh.a.txt", "+/home/dev/notes/.wh..wh..opq"}},
      {.name = "ANameOfTwoLines",
       .code = "write('/tmp/x\\n~home-dev-notes-a.txt', 'x')",
       .changes = {"+/tmp/x\n~home-dev-notes-a.txt"}},
      {.name = "ANameWithTerminalCodes",
       .code = "write('/tmp/\\x1b[2J\\x1b]0;owned\\x07\\u202etxt.exe', 'x')",
       .changes = {"+/tmp/\x1b[2J\x1b]0;owned\x07\u202etxt.exe"}},
      {.name = "ANameLikeOurRecords",
       .code =
           "write('/tmp/\",\"kind\":\"process-killed\",\"program\":\"-home-dev-sbin-guard', 'x')",
       .never = {"processes & process-killed"},
       .changes = {"+/tmp/\",\"kind\":\"process-killed\",\"program\":\"-home-dev-sbin-guard"}},
      {.name = "ANameThatIsNoText",
       .code = "open(b'/tmp/bad-\\xff\\xfe-name', 'w').close()",
       .seen = {"files: file-changed & /tmp/bad-"},
       .free = true},
      {.name = "ALeaseOnWhatWasWritten",
       .code = "write(home + 'leased', secret)\n"
               "if os.fork() == 0:\n    os.setsid(); d = os.open(home + 'leased', os.O_RDWR)\n"
               "    fcntl.fcntl(d, 1024, 1); signal.signal(signal.SIGIO, signal.SIG_IGN)\n"
               "    os.close(0); os.close(1); os.close(2); time.sleep(100)\n"
               "time.sleep(0.3)",
       .seen = {R"(files: canary-seen & "aws" & /home/dev/leased)"},
       .changes = {"+/home/dev/leased"}},
      {.name = "LockedAndHeld",
       .code =
           "write(note, 'other')\n"
           "if os.fork() == 0:\n    os.setsid(); f = open(note); fcntl.flock(f, fcntl.LOCK_EX)\n"
           "    os.close(0); os.close(1); os.close(2); time.sleep(100)\n"
           "time.sleep(0.3)",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "NotificationsUsedUp",
       .code = "kept = []\n"
               "while len(kept) < 4000:\n    d = libc.inotify_init1(0)\n"
               "    if d < 0: break\n    kept.append(d)\n"
               "if kept: os.close(kept.pop())\n"
               "write(note, 'other'); time.sleep(0.3)",
       .changes = {"~/home/dev/notes/a.txt"}},
      {.name = "DescriptorsUsedUp",
       .code = "write(note, 'other'); kept = []\n"
               "try:\n    while len(kept) < 100000: kept.append(os.open(note, os.O_RDONLY))\n"
               "except OSError: pass\ntime.sleep(0.3)",
       .changes = {"~/home/dev/notes/a.txt"}},
  };
}

}  // namespace redcode::contract
