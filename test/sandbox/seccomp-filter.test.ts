import { describe, expect, it } from 'vitest'
import { seccompFilter } from '../../src/sandbox/seccomp-filter.ts'

const EPERM = 0x50001
const ENOSYS = 0x50026
const EAFNOSUPPORT = 0x50061
const ALLOW = 0x7fff0000
const KILL = 0x80000000
const X64 = 0xc000003e
const ARM64 = 0xc00000b7

describe('the kernel filter for commands', () => {
  it.each<[NodeJS.Architecture, number, number, number, number, string]>([
    ['x64', X64, 0, 0, ALLOW, 'read'],
    ['x64', X64, 59, 0, ALLOW, 'execve'],
    ['x64', X64, 101, 0, EPERM, 'ptrace'],
    ['x64', X64, 272, 0, EPERM, 'unshare'],
    ['x64', X64, 435, 0, ENOSYS, 'clone3'],
    ['x64', X64, 447, 0, ENOSYS, 'memfd_secret'],
    ['x64', X64, 56, 0x01200011, ALLOW, 'clone as fork does it'],
    ['x64', X64, 56, 0x003d0f00, ALLOW, 'clone as a thread'],
    ['x64', X64, 56, 0x10000011, EPERM, 'clone with CLONE_NEWUSER'],
    ['x64', X64, 56, 0x00020011, EPERM, 'clone with CLONE_NEWNS'],
    ['x64', X64, 41, 1, ALLOW, 'socket AF_UNIX'],
    ['x64', X64, 41, 2, ALLOW, 'socket AF_INET'],
    ['x64', X64, 41, 10, ALLOW, 'socket AF_INET6'],
    ['x64', X64, 41, 16, ALLOW, 'socket AF_NETLINK'],
    ['x64', X64, 41, 17, EAFNOSUPPORT, 'socket AF_PACKET'],
    ['x64', X64, 41, 40, EAFNOSUPPORT, 'socket AF_VSOCK'],
    ['x64', X64, 0x40000000, 0, ENOSYS, 'read by the x32 interface'],
    ['x64', 0x40000003, 3, 0, KILL, 'read by the 32-bit interface'],
    ['arm64', ARM64, 63, 0, ALLOW, 'read'],
    ['arm64', ARM64, 117, 0, EPERM, 'ptrace'],
    ['arm64', ARM64, 97, 0, EPERM, 'unshare'],
    ['arm64', ARM64, 220, 0x10000011, EPERM, 'clone with CLONE_NEWUSER'],
    ['arm64', ARM64, 198, 40, EAFNOSUPPORT, 'socket AF_VSOCK'],
    ['arm64', ARM64, 198, 2, ALLOW, 'socket AF_INET'],
    ['arm64', ARM64, 279, 0, ENOSYS, 'memfd_create'],
    ['arm64', X64, 0, 0, KILL, 'a call of another processor'],
  ])(
    'on %s (%i) answers call %i with first argument %i by %i: %s',
    (processor, arch, call, argument, answer) => {
      expect(answerOf(seccompFilter(processor)!, { call, arch, argument })).toBe(answer)
    },
  )

  it('is not made up for processors whose call numbers are not known', () => {
    expect(seccompFilter('s390x')).toBeUndefined()
  })
})

/** What the kernel would do with the program: the few instructions of classic BPF that a filter needs. */
function answerOf(program: Buffer, data: { call: number; arch: number; argument: number }): number {
  const fields: Record<number, number> = { 0: data.call, 4: data.arch, 16: data.argument }
  let accumulator = 0
  for (let pc = 0; pc < program.length / 8; pc++) {
    const [code, k] = [program.readUInt16LE(pc * 8), program.readUInt32LE(pc * 8 + 4)]
    const jump = (taken: boolean): void => {
      pc += program.readUInt8(pc * 8 + (taken ? 2 : 3))
    }
    if (code === 0x20) accumulator = fields[k]!
    else if (code === 0x15) jump(accumulator === k)
    else if (code === 0x35) jump(accumulator >= k)
    else if (code === 0x45) jump((accumulator & k) !== 0)
    else if (code === 0x06) return k
    else throw new Error(`No such instruction: ${code}`)
  }
  throw new Error('The program has no end')
}
