import { lstatSync, readlinkSync } from 'node:fs'
import type { CommandLimits } from './limits.ts'

/** Where a command finds things. */
export const SANDBOX_PATHS = {
  skill: '/skill',
  scratch: '/work',
  tmp: '/tmp',
  shm: '/dev/shm',
  before: '/before',
} as const

/** What each inherited descriptor of the sandbox is for, in the order in which they are handed over. */
export const SANDBOX_FDS = {
  handshake: 3,
  status: 4,
  passwd: 5,
  group: 6,
  hosts: 7,
  nsswitch: 8,
  seccomp: 9,
} as const

/** Read by the sandbox from those descriptors; nothing of the host's users, hosts or services. */
export const SANDBOX_ETC = {
  passwd:
    'root:x:0:0::/work:/bin/sh\nskill:x:1000:1000::/work:/bin/sh\nnobody:x:65534:65534::/work:/bin/sh\n',
  group: 'root:x:0:\nskill:x:1000:\nnogroup:x:65534:\n',
  hosts: '127.0.0.1 localhost\n::1 localhost\n',
  nsswitch: 'passwd: files\ngroup: files\nhosts: files dns\n',
} as const

const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']
/** Of the host's `/etc`, what programs need in order to start. */
const ETC = ['ld.so.cache', 'alternatives', 'fonts']
const ETC_FOR_NETWORK = ['resolv.conf', 'ssl', 'pki', 'ca-certificates']

export interface SandboxProfile {
  /** The folder with the skill's files, absolute. */
  skillDir: string
  /** What an earlier command left in the working folder, unless that is empty. */
  before: string | undefined
  limits: CommandLimits
  network: boolean
  cwd: 'scratch' | 'skill'
  /** True if a kernel filter is handed over. */
  seccomp: boolean
}

/** The arguments of `bwrap`, up to the command line to run. */
export function sandboxArgs(profile: SandboxProfile): string[] {
  const { skillDir, before, network, cwd, seccomp } = profile
  return [
    ['--unshare-user', '--unshare-all', ...(network ? ['--share-net'] : []), '--disable-userns'],
    ['--uid', '1000', '--gid', '1000', '--cap-drop', 'ALL', '--hostname', 'sandbox'],
    ['--die-with-parent', '--new-session', '--json-status-fd', `${SANDBOX_FDS.status}`],
    seccomp ? ['--seccomp', `${SANDBOX_FDS.seccomp}`] : [],
    systemMounts(network),
    // bwrap covers only folders that look writable; as the owner of /proc/sys, root could write the files in it.
    ['--proc', '/proc', '--ro-bind-try', '/proc/sys', '/proc/sys', '--dev', '/dev'],
    writableMounts(profile),
    ['--ro-bind', skillDir, SANDBOX_PATHS.skill],
    before === undefined ? [] : ['--ro-bind', before, SANDBOX_PATHS.before],
    ['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', SANDBOX_PATHS[cwd], '--'],
  ].flat()
}

function systemMounts(network: boolean): string[] {
  const etc = [...ETC, ...(network ? ETC_FOR_NETWORK : [])]
  return [
    ['--ro-bind', '/usr', '/usr'],
    ...SYSTEM_FOLDERS.map(asOnHost),
    ['--perms', '0755', '--dir', '/etc'],
    ...etc.map((name) => ['--ro-bind-try', `/etc/${name}`, `/etc/${name}`]),
    ...(['passwd', 'group', 'hosts'] as const).map((name) => etcFile(name, name)),
    etcFile('nsswitch', 'nsswitch.conf'),
  ].flat()
}

function etcFile(from: keyof typeof SANDBOX_ETC, name: string): string[] {
  return ['--perms', '0444', '--ro-bind-data', `${SANDBOX_FDS[from]}`, `/etc/${name}`]
}

/** `/bin` and its like are links into `/usr` on most systems, folders on others, and missing on some. */
function asOnHost(folder: string): string[] {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats === undefined) return []
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
}

/** Kept by the kernel to their size, and gone with the command: a full disk cannot be the host's. */
function writableMounts({ limits }: SandboxProfile): string[] {
  const { scratch, tmp, shm } = SANDBOX_PATHS
  return [scratch, tmp, shm].flatMap((folder) => ['--size', `${limits.scratchBytes}`, '--tmpfs', folder])
}
