//! Which calls of the kernel need no asking.
//!
//! The list names what a virtual machine does to run code: memory, threads, waiting, time, and reading. Every other
//! call, those of kernels to come included, is handed to the supervisor, which knows the program and can say no.

use crate::judge::SOCKET_TYPE;
use crate::kernel;
use libc::c_long;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Width, SeccompCmpOp as Op, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;
use std::os::fd::OwnedFd;

/// What the filter library has no word for, and so stands in its programs where the listener is to be asked.
const ASK: SeccompAction = SeccompAction::Trace(0xA5C);

/// The flags with which opening a file can change it.
const WRITING: u64 = (libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC | (libc::O_TMPFILE & !libc::O_DIRECTORY)) as u64;

/// Allowed whatever the arguments are.
const ALWAYS: &[c_long] = &[
    // Descriptors that are open already.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_pipe2,
    libc::SYS_eventfd2,
    libc::SYS_ftruncate,
    libc::SYS_fallocate,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_flock,
    libc::SYS_fadvise64,
    libc::SYS_sendfile,
    libc::SYS_copy_file_range,
    libc::SYS_splice,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    // What files there are.
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_getxattr,
    libc::SYS_lgetxattr,
    libc::SYS_fgetxattr,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_flistxattr,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
    libc::SYS_inotify_rm_watch,
    // Memory.
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_msync,
    libc::SYS_mincore,
    libc::SYS_get_mempolicy,
    libc::SYS_membarrier,
    // Threads, waiting, signals to oneself.
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_rseq,
    libc::SYS_exit,
    libc::SYS_gettid,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_getpriority,
    libc::SYS_getcpu,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_pselect6,
    libc::SYS_ppoll,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    // Time.
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_times,
    // Who and where one is.
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_capget,
    libc::SYS_uname,
    libc::SYS_sysinfo,
    libc::SYS_getrusage,
    libc::SYS_getrandom,
    libc::SYS_umask,
    libc::SYS_chdir,
    libc::SYS_fchdir,
];

/// Allowed whatever the arguments are, where the processor's calling convention still has them.
#[cfg(target_arch = "x86_64")]
const ALWAYS_HERE: &[c_long] = &[
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_access,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_pipe,
    libc::SYS_eventfd,
    libc::SYS_select,
    libc::SYS_poll,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_inotify_init,
    libc::SYS_getrlimit,
    libc::SYS_getpgrp,
    libc::SYS_time,
    libc::SYS_arch_prctl,
    MAP_SHADOW_STACK,
];

/// Processors with shadow stacks need it for every thread; the library has no name for it yet.
#[cfg(target_arch = "x86_64")]
const MAP_SHADOW_STACK: c_long = 453;

/// Allowed whatever the arguments are, where the processor's calling convention still has them.
#[cfg(not(target_arch = "x86_64"))]
const ALWAYS_HERE: &[c_long] = &[];

/// What a descriptor may be told or asked beside its data: whether it is a terminal, how much there is to read, how it waits.
const TERMINAL_AND_WAITING: [u64; 6] =
    [libc::TCGETS, libc::TIOCGWINSZ, libc::FIONREAD, libc::FIONBIO, libc::FIOCLEX, libc::FIONCLEX];

/// Locks, flags and copies of descriptors; not who gets signals about them.
const DESCRIPTOR_COMMANDS: [i32; 12] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
];

/// The names of threads and of memory, for debuggers; and whether a capability is there.
const THREAD_COMMANDS: [i32; 4] = [libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_SET_VMA, libc::PR_CAPBSET_READ];

/// Installs the filter on this process, which must have one thread, and gives the listener that is asked.
///
/// # Errors
/// A line that says what the kernel refuses.
pub(crate) fn install() -> Result<OwnedFd, String> {
    let program = program(std::process::id()).map_err(|error| format!("the filter of system calls: {error}"))?;
    let program: Vec<libc::sock_filter> =
        program.iter().map(|step| libc::sock_filter { code: step.code, jt: step.jt, jf: step.jf, k: step.k }).collect();
    kernel::install(&program).map_err(|error| format!("seccomp with user notification (Linux 5.5): {error}"))
}

/// The filter for the process with this id.
fn program(process: u32) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    let filter = SeccompFilter::new(rules(process)?, ASK, SeccompAction::Allow, arch)?;
    let mut program: BpfProgram = filter.try_into()?;
    let placeholder = u32::from(ASK);
    let returns = (libc::BPF_RET | libc::BPF_K) as u16;
    for step in &mut program {
        if step.code == returns && step.k == placeholder {
            step.k = libc::SECCOMP_RET_USER_NOTIF;
        }
    }
    Ok(program)
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

fn rules(process: u32) -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = ALWAYS.iter().chain(ALWAYS_HERE).map(|call| (*call, Vec::new())).collect();
    let mut allow = |call: c_long, argument: u8, op: Op, value: u64| {
        let rule = SeccompRule::new(vec![SeccompCondition::new(argument, Width::Dword, op, value)?])?;
        rules.entry(call).or_default().push(rule);
        Ok::<(), seccompiler::BackendError>(())
    };
    #[cfg(target_arch = "x86_64")]
    allow(libc::SYS_open, 1, Op::MaskedEq(WRITING), 0)?;
    allow(libc::SYS_openat, 2, Op::MaskedEq(WRITING), 0)?;
    // Memory that is shared and has no file counts for no limit.
    for private in [libc::MAP_ANONYMOUS, libc::MAP_SHARED] {
        allow(libc::SYS_mmap, 3, Op::MaskedEq(private as u64), 0)?;
    }
    let thread = libc::CLONE_THREAD as u64;
    allow(libc::SYS_clone, 0, Op::MaskedEq(thread), thread)?;
    allow(libc::SYS_tgkill, 0, Op::Eq, process.into())?;
    allow(libc::SYS_prlimit64, 0, Op::Eq, 0)?;
    for command in TERMINAL_AND_WAITING {
        allow(libc::SYS_ioctl, 1, Op::Eq, command)?;
    }
    for command in DESCRIPTOR_COMMANDS {
        allow(libc::SYS_fcntl, 1, Op::Eq, command as u64)?;
    }
    for command in THREAD_COMMANDS {
        allow(libc::SYS_prctl, 0, Op::Eq, command as u64)?;
    }
    // The listener is sent over the descriptor that is the program's empty standard input later. The only other sockets are
    // local streams, which send nothing to an address.
    allow(libc::SYS_sendmsg, 0, Op::Eq, 0)?;
    // Both ends of a stream are the program's own. Other kinds of local sockets can be sent elsewhere.
    let ends = SeccompRule::new(vec![
        SeccompCondition::new(0, Width::Dword, Op::Eq, libc::AF_UNIX as u64)?,
        SeccompCondition::new(1, Width::Dword, Op::MaskedEq(SOCKET_TYPE as u64), libc::SOCK_STREAM as u64)?,
    ])?;
    rules.entry(libc::SYS_socketpair).or_default().push(ends);
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_listed_is_asked_about() {
        let program = program(1).expect("a filter");
        let returns = (libc::BPF_RET | libc::BPF_K) as u16;
        let ends: std::collections::BTreeSet<u32> =
            program.iter().filter(|step| step.code == returns).map(|step| step.k).collect();
        let allowed = [libc::SECCOMP_RET_ALLOW, libc::SECCOMP_RET_USER_NOTIF, libc::SECCOMP_RET_KILL_PROCESS]
            .into_iter()
            .collect();
        assert_eq!(ends, allowed, "calls of a foreign architecture end the process");
    }
}
