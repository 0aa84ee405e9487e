import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { expect, it } from 'vitest'
import caseOfEnv from '../cases/B206/env.json' with { type: 'json' }
import { commandLimits } from '../../src/sandbox/limits.ts'
import { sandboxArgs, type SandboxProfile } from '../../src/sandbox/sandbox-profile.ts'
import { describeInSandbox, useSandbox } from './sandbox-fixture.ts'

const PYTHON = existsSync('/usr/bin/python3')

describeInSandbox('what a command sees of the machine', () => {
  const box = useSandbox({ 'scripts/hello.sh': '#!/bin/sh\necho hello\n' })

  it('is a root folder of a few names, none of them the host’s own', async () => {
    const { stdout } = await box.run('ls -a / | tr "\\n" " "')
    const names = stdout.text.trim().split(' ')
    const expected = ['.', '..', 'bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'libx32', 'proc', 'sbin']
    expect([...expected, 'skill', 'tmp', 'usr', 'work']).toEqual(expect.arrayContaining(names))
  })

  it('G4: are other users than the host’s, and no secrets of it', async () => {
    const files = [
      '/etc/shadow',
      '/etc/hostname',
      '/etc/ssh',
      '/root',
      '/home',
      '/var',
      '/run',
      '/sys',
      '/mnt',
      '/srv',
    ]
    const { stdout } = await box.run(
      `cat /etc/passwd; ls -d ${files.join(' ')} ${homedir()} ~/.ssh 2>/dev/null; hostname`,
    )
    expect(stdout.text.split('\n')).toEqual([
      'root:x:0:0::/work:/bin/sh',
      'skill:x:1000:1000::/work:/bin/sh',
      'nobody:x:65534:65534::/work:/bin/sh',
      'sandbox',
      '',
    ])
  })

  it('G4: are its own processes alone, and of them no descriptor that leads out', async () => {
    const { stdout } = await box.run(
      'ls /proc | grep -c "^[0-9]*$"; readlink /proc/*/root /proc/*/cwd /proc/*/fd/* | sort -u; tr "\\0" "\\n" </proc/1/environ',
    )
    const [count, ...links] = stdout.text.trim().split('\n')
    expect(Number(count)).toBeLessThanOrEqual(5)
    for (const link of links) {
      expect(link).toMatch(
        /^(?:\/|\/work|\/dev\/null|pipe:.*|anon_inode:.*|\/proc.*|\/tmp\/skillway-\w+\/work\.std(?:out|err)( \(deleted\))?|[A-Z_]+=.*)$/,
      )
    }
  })

  it('is no path of the host in its table of mounts but the neutral names of our own temporary folders', async () => {
    const { stdout } = await box.run('cut -d" " -f4,5 /proc/self/mountinfo')
    expect(stdout.text).not.toContain(homedir() === '/' ? '\0' : homedir())
    expect(stdout.text).toMatch(
      /\/skillway-\w{6}\/local@[0-9a-f]{32}\/[\w=/-]+\/sha256\.[0-9a-f]{64} \/skill\n/,
    )
  })

  it('B206, G5: is nothing of the server’s environment', async () => {
    const before = { ...process.env }
    Object.assign(process.env, caseOfEnv.env, {
      AWS_SECRET_ACCESS_KEY: 'zzz-canary',
      BASH_ENV: '/tmp/x',
      LD_PRELOAD: '',
    })
    try {
      const { stdout } = await box.run(`${caseOfEnv.command}; cat /proc/*/environ`)
      expect(stdout.text).not.toContain('zzz-canary')
      const names = stdout.text.split(/[\n\0]/).map((line) => line.split('=')[0])
      expect([...new Set(names)].sort()).toEqual([
        '',
        'HOME',
        'LANG',
        'PATH',
        'PWD',
        'SHLVL',
        'SKILL_DIR',
        'TMPDIR',
        '_',
      ])
    } finally {
      process.env = before
    }
  })

  it('are the variables that the caller gives', async () => {
    const { stdout } = await box.run('echo "$GREETING"', { env: { GREETING: "it's $HOME" } })
    expect(stdout.text).toBe("it's $HOME\n")
  })

  it.each([
    'PATH',
    'LD_PRELOAD',
    'BASH_ENV',
    'NODE_OPTIONS',
    'PYTHONSTARTUP',
    'PYTHONUSERBASE',
    'PYTHONPYCACHEPREFIX',
    'LUA_INIT_5_4',
    'PHPRC',
    'TCLLIBPATH',
    'R_PROFILE_USER',
    'BASH_FUNC_ls%%',
    'A B',
    '',
  ])('G12: is never a variable that could take the command over (%s)', async (name) => {
    await expect(box.run('true', { env: { [name]: '/work/x' } })).rejects.toMatchObject({
      code: 'COMMAND_REFUSED',
    })
  })

  it('G12: is the working folder or the skill’s as the place to start, and no other', async () => {
    expect((await box.run('pwd')).stdout.text).toBe('/work\n')
    expect((await box.run('pwd; scripts/hello.sh', { cwd: 'skill' })).stdout.text).toBe('/skill\nhello\n')
  })
})

describeInSandbox('what a command may change', () => {
  const box = useSandbox({ 'data.txt': 'as approved\n' })

  it('G7: is what lies on three file systems of its own, and nothing that is mounted from the host', async () => {
    const { stdout } = await box.run('cut -d" " -f5,6 /proc/self/mountinfo')
    const mounts = stdout.text
      .trim()
      .split('\n')
      .map((line) => line.split(/[ ,]/))
    const writable = mounts.flatMap(([path, mode]) =>
      mode === 'ro' || path!.startsWith('/dev/') ? [] : [path],
    )
    expect(writable.sort()).toEqual(['/proc', '/tmp', '/work'])
    expect(mounts.find(([path]) => path === '/proc/sys')).toContain('ro')
  })

  it('G13: is never done by root, whoever runs the server: what is root’s on the host belongs to a stranger', async () => {
    expect((await box.run('stat -c %u /usr /skill/data.txt /proc/sys')).stdout.text).toMatch(
      /^65534\n(?:65534|1000)\n65534\n$/,
    )
  })

  it('G13: is behind a second lock where the kernel filter is the first', () => {
    const profile = {
      skillDir: '/x',
      before: undefined,
      limits: commandLimits(),
      network: false,
      cwd: 'scratch',
      seccomp: false,
    }
    expect(sandboxArgs(profile as SandboxProfile)).toContain('--disable-userns')
  })

  it.each([
    ['a file of the skill', 'echo x > /skill/data.txt'],
    ['a file of the skill, after giving itself the right to', 'chmod u+w /skill/data.txt'],
    ['the list of the skill’s files', 'touch /skill/new; rm -f /skill/data.txt'],
    ['programs', 'touch /usr/bin/new'],
    ['the configuration', 'echo x >> /etc/passwd'],
    ['the root folder', 'mkdir /new'],
    ['devices', 'touch /dev/new'],
    ['the kernel’s settings', 'echo x > /proc/sys/kernel/core_pattern'],
    ['the kernel’s settings, on its own mount of them', 'mount -t proc proc /tmp'],
  ])('G7: is not %s', async (_what, command) => {
    const { exitCode, stderr } = await box.run(command)
    expect(exitCode).not.toBe(0)
    expect(stderr.text).toMatch(
      /Read-only file system|Operation not permitted|Permission denied|must be superuser/,
    )
    expect((await box.run('cat /skill/data.txt; ls /skill')).stdout.text).toBe(
      'as approved\nSKILL.md\ndata.txt\n',
    )
  })

  it.each([
    ['unshare -Ur true', /not permitted/],
    ['unshare -n true', /not permitted/],
    ['nsenter -t 1 -m true', /not permitted|denied/],
    ['mknod /work/null c 1 3', /not permitted/],
    ['/usr/sbin/chroot / true', /not permitted/],
    ['mount --bind /usr /work', /permission denied|must be superuser|not permitted/i],
    ['kill -9 1 && sleep 0.2 && kill -0 1 && echo alive >&2', /alive/],
  ])('G13: is nothing that `%s` would need', async (command, refusal) => {
    const { stderr } = await box.run(command)
    expect(stderr.text).toMatch(refusal)
  })

  it('G13: is done without capabilities, without a way to gain any, and under a kernel filter', async () => {
    const { stdout } = await box.run('grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status; id -u')
    const none = '0'.repeat(16)
    const sets = ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb'].map((set) => `Cap${set}:\t${none}`)
    const seccomp = ['x64', 'arm64'].includes(process.arch) ? 2 : 0
    expect(stdout.text.split('\n')).toEqual([...sets, 'NoNewPrivs:\t1', `Seccomp:\t${seccomp}`, '1000', ''])
  })

  it.runIf(PYTHON && ['x64', 'arm64'].includes(process.arch)).each([
    ['trace a process', 'libc.ptrace(16, 1, 0, 0)', 1],
    ['read the memory of another', 'libc.process_vm_readv(1, 0, 0, 0, 0, 0)', 1],
    ['make a user namespace with clone', 'libc.syscall(CLONE, 0x10000000 | 17, 0, 0, 0, 0)', 1],
    ['make memory that counts for nobody', 'libc.memfd_create(b"x", 0)', 38],
    ['make shared memory of the old kind', 'libc.shmget(0, 4096, 0o1600)', 38],
    ['reach the machine behind this one', 'libc.socket(40, 1, 0)', 97],
    ['see the network’s raw packets', 'libc.socket(17, 3, 0)', 97],
    ['load a program into the kernel', 'libc.syscall(BPF, 0, 0, 0)', 1],
  ])('G13: is not enough to %s', async (_what, call, errno) => {
    const numbers = process.arch === 'x64' ? 'CLONE, BPF = 56, 321' : 'CLONE, BPF = 220, 280'
    const program = `import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n${numbers}\nprint(${call}, ctypes.get_errno())\n`
    const { stdout, stderr } = await box.run(`python3 -c '${program}'`)
    expect(stdout.text + stderr.text).toBe(`-1 ${errno}\n`)
  })
})

describeInSandbox('what a command reaches over the network', () => {
  const box = useSandbox({})

  it('G6: is nothing, not even a server on the same machine', async () => {
    await withServer(async (port) => {
      const { stdout } = await box.run(
        [
          `(exec 3<>/dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo connected`,
          '(exec 3<>/dev/tcp/1.1.1.1/53) 2>/dev/null && echo connected',
          'getent hosts example.com',
          'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "',
        ].join('\n'),
      )
      expect(stdout.text).toBe('lo\n')
    })
  })

  it('is what this machine reaches, where the caller allows the network', async () => {
    await withServer(async (port) => {
      const { stdout } = await box.run(`exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`, { network: true })
      expect(stdout.text).toBe('from the host')
    })
  })
})

async function withServer(work: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((socket) => socket.end('from the host'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await work((server.address() as AddressInfo).port)
  } finally {
    server.close()
  }
}
