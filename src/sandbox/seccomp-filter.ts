import { endianness } from 'node:os'

/** Linux errno values, the same on both architectures. */
const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97

/** What a command may not ask of the kernel, and what it is told instead. */
const DENIED = {
  // Other processes' memory and files, and namespaces in which a command would be its own root.
  ptrace: EPERM,
  process_vm_readv: EPERM,
  process_vm_writev: EPERM,
  pidfd_getfd: EPERM,
  kcmp: EPERM,
  unshare: EPERM,
  setns: EPERM,
  // The kernel's own key store belongs to the user, not to a namespace.
  add_key: EPERM,
  request_key: EPERM,
  keyctl: EPERM,
  // Large parts of the kernel that no skill needs and that were its weak points.
  bpf: EPERM,
  perf_event_open: EPERM,
  userfaultfd: EPERM,
  io_uring_setup: ENOSYS,
  io_uring_enter: ENOSYS,
  io_uring_register: ENOSYS,
  // Memory that belongs to no process and so counts for none.
  memfd_create: ENOSYS,
  memfd_secret: ENOSYS,
  shmget: ENOSYS,
  semget: ENOSYS,
  msgget: ENOSYS,
  // Its flags lie in memory that a filter cannot read; C libraries then use `clone`, whose flags it can.
  clone3: ENOSYS,
} as const

type DeniedCall = keyof typeof DENIED

interface Architecture {
  audit: number
  clone: number
  socket: number
  calls: Record<DeniedCall, number>
}

/** Calls added to Linux since 2019 have the same number everywhere. */
const UNIFIED = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  clone3: 435,
  pidfd_getfd: 438,
  memfd_secret: 447,
}

const ARCHITECTURES: Partial<Record<NodeJS.Architecture, Architecture>> = {
  x64: {
    audit: 0xc000003e,
    clone: 56,
    socket: 41,
    calls: {
      ...UNIFIED,
      ptrace: 101,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
      unshare: 272,
      setns: 308,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      bpf: 321,
      perf_event_open: 298,
      userfaultfd: 323,
      memfd_create: 319,
      shmget: 29,
      semget: 64,
      msgget: 68,
    },
  },
  arm64: {
    audit: 0xc00000b7,
    clone: 220,
    socket: 198,
    calls: {
      ...UNIFIED,
      ptrace: 117,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
      unshare: 97,
      setns: 268,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      bpf: 280,
      perf_event_open: 241,
      userfaultfd: 282,
      memfd_create: 279,
      shmget: 194,
      semget: 190,
      msgget: 186,
    },
  },
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const CLONE_NAMESPACES = 0x7e020000
/** AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK: what a network namespace holds back. AF_VSOCK, for one, would reach the host. */
const SOCKET_FAMILIES = [1, 2, 10, 16]

/** Classic BPF: `ld [k]`, `jeq k`, `jge k`, `jset k`, `ret k`. */
const LD = 0x20
const JEQ = 0x15
const JGE = 0x35
const JSET = 0x45
const RET = 0x06
/** Where `struct seccomp_data` holds the number, the architecture, and the low half of the first argument. */
const NUMBER = 0
const ARCH = 4
const ARGUMENT = 16
const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
/** Numbers from here are those of the x32 interface, a second way to every call. */
const X32 = 0x40000000

type Instruction = [code: number, ifTrue: number, ifFalse: number, k: number]

/** The kernel filter for commands, as `bwrap --seccomp` reads it; `undefined` for processors whose call numbers we do not hold. */
export function seccompFilter(architecture: NodeJS.Architecture = process.arch): Buffer | undefined {
  const known = ARCHITECTURES[architecture]
  if (known === undefined || endianness() !== 'LE') return undefined
  const program: Instruction[] = [
    [LD, 0, 0, ARCH],
    [JEQ, 1, 0, known.audit],
    [RET, 0, 0, KILL_PROCESS],
    [LD, 0, 0, NUMBER],
    [JGE, 0, 1, X32],
    deny(ENOSYS),
    ...Object.entries(DENIED).flatMap(([call, errno]): Instruction[] => [
      [JEQ, 0, 1, known.calls[call as DeniedCall]],
      deny(errno),
    ]),
    [JEQ, 0, 4, known.clone],
    [LD, 0, 0, ARGUMENT],
    [JSET, 0, 1, CLONE_NAMESPACES],
    deny(EPERM),
    [LD, 0, 0, NUMBER],
    [JEQ, 0, SOCKET_FAMILIES.length + 2, known.socket],
    [LD, 0, 0, ARGUMENT],
    ...SOCKET_FAMILIES.map((family, i): Instruction => [JEQ, SOCKET_FAMILIES.length - i, 0, family]),
    deny(EAFNOSUPPORT),
    [RET, 0, 0, ALLOW],
  ]
  return Buffer.concat(program.map(encoded))
}

function deny(errno: number): Instruction {
  return [RET, 0, 0, 0x00050000 | errno]
}

function encoded([code, ifTrue, ifFalse, k]: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(k, 4)
  return bytes
}
