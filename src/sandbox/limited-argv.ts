import { accessSync, constants } from 'node:fs'
import type { ResourceLimits } from './limits.ts'

const PRLIMIT = '/usr/bin/prlimit'

/** The command line that runs `argv` under these limits, soft and hard. */
export function limitedArgv(limits: ResourceLimits, argv: string[], prlimit = hasPrlimit()): string[] {
  return prlimit ? withPrlimit(limits, argv) : withShell(limits, argv)
}

function withPrlimit(limits: ResourceLimits, argv: string[]): string[] {
  const options = Object.entries(limits).map(([name, value]) => `--${name}=${value}`)
  return [PRLIMIT, ...options, '--', ...argv]
}

/** POSIX has `ulimit` count files in 512 bytes, memory in KiB; processes are `-u` in bash and zsh, `-p` in dash and ash. */
function withShell(limits: ResourceLimits, argv: string[]): string[] {
  const { data, fsize, cpu, core, nofile, nproc } = limits
  const settings = [
    `ulimit -c ${core}`,
    `ulimit -d ${Math.floor(data / 1024)}`,
    `ulimit -f ${Math.floor(fsize / 512)}`,
    `ulimit -t ${cpu}`,
    `ulimit -n ${nofile}`,
    ...(nproc === undefined ? [] : [`{ ulimit -u ${nproc} 2>/dev/null || ulimit -p ${nproc}; }`]),
  ]
  return ['/bin/sh', '-c', `${settings.join(' && ')} && exec "$@"`, 'sh', ...argv]
}

function hasPrlimit(): boolean {
  try {
    accessSync(PRLIMIT, constants.X_OK)
    return true
  } catch {
    return false
  }
}
