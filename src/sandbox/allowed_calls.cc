// The list itself: everything ordinary programs use. Left out, beyond what Docker leaves out:
// ptrace, process_vm_*, kcmp and pidfd_getfd (into other processes), asynchronous I/O and
// memfd_secret. Left out as there: keys, io_uring, userfaultfd, bpf, perf, opening by handle,
// modules, mounts, namespaces, clocks, swap.
#include "base/text.h"
#include "sandbox/seccomp.h"

namespace redcode::sandbox {
namespace {

constexpr std::string_view names =
    "accept accept4 access adjtimex alarm arch_prctl bind brk capget capset chdir chmod chown "
    "clock_adjtime clock_getres clock_gettime clock_nanosleep close close_range connect "
    "copy_file_range creat dup dup2 dup3 epoll_create epoll_create1 epoll_ctl epoll_pwait "
    "epoll_pwait2 epoll_wait eventfd eventfd2 execve execveat exit exit_group faccessat "
    "faccessat2 fadvise64 fallocate fchdir fchmod fchmodat fchown fchownat fdatasync "
    "fgetxattr flistxattr flock fork fremovexattr fsetxattr fstat fstatfs fsync ftruncate "
    "futex futex_waitv futimesat get_robust_list get_thread_area getcpu getcwd getdents "
    "getdents64 getegid geteuid getgid getgroups getitimer getpeername getpgid getpgrp getpid "
    "getppid getpriority getrandom getresgid getresuid getrlimit getrusage getsid getsockname "
    "getsockopt gettid gettimeofday getuid getxattr inotify_add_watch inotify_init "
    "inotify_init1 inotify_rm_watch ioctl ioprio_get ioprio_set kill landlock_add_rule "
    "landlock_create_ruleset landlock_restrict_self lchown lgetxattr link linkat listen "
    "listxattr llistxattr lremovexattr lseek lsetxattr lstat madvise membarrier memfd_create "
    "mincore mkdir mkdirat mknod mknodat mlock mlock2 mlockall mmap mprotect mq_getsetattr "
    "mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink mremap msgctl msgget msgrcv "
    "msgsnd msync munlock munlockall munmap name_to_handle_at nanosleep newfstatat open openat "
    "openat2 pause pidfd_open pidfd_send_signal pipe pipe2 pkey_alloc pkey_free pkey_mprotect "
    "poll ppoll prctl pread64 preadv preadv2 prlimit64 process_mrelease pselect6 pwrite64 "
    "pwritev pwritev2 read readahead readlink readlinkat readv recvfrom recvmmsg recvmsg "
    "removexattr rename renameat renameat2 restart_syscall rmdir rseq rt_sigaction "
    "rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait "
    "rt_tgsigqueueinfo sched_get_priority_max sched_get_priority_min sched_getaffinity "
    "sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity "
    "sched_setattr sched_setparam sched_setscheduler sched_yield seccomp select semctl semget "
    "semop semtimedop sendfile sendmmsg sendmsg sendto set_robust_list set_thread_area "
    "set_tid_address setfsgid setfsuid setgid setgroups setitimer setpgid setpriority setregid "
    "setresgid setresuid setreuid setrlimit setsid setsockopt setuid setxattr shmat shmctl "
    "shmdt shmget shutdown sigaltstack signalfd signalfd4 socketpair splice stat statfs statx "
    "symlink symlinkat sync sync_file_range syncfs sysinfo tee tgkill time timer_create "
    "timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime "
    "timerfd_settime times tkill truncate umask uname unlink unlinkat utime utimensat utimes "
    "vfork wait4 waitid write writev";

}  // namespace

const std::vector<std::string>& allowed_calls() {
  static const std::vector<std::string> calls = split(names, ' ');
  return calls;
}

}  // namespace redcode::sandbox
