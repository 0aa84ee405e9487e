import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { ENTRY_SCRIPT } from './enter-sandbox.ts'
import { inheritedDescriptors } from './inherited-descriptors.ts'
import { limitedArgv } from './limited-argv.ts'
import { resourceLimits } from './limits.ts'
import type { OutputEnds } from './output-pipes.ts'
import { SANDBOX_ETC, SANDBOX_FDS, sandboxArgs, type SandboxProfile } from './sandbox-profile.ts'
import { seccompFilter } from './seccomp-filter.ts'
import { shellArgv } from './shell-argv.ts'
import { UNPRIVILEGED } from './unprivileged.ts'

export interface SandboxPlan extends Omit<SandboxProfile, 'seccomp'> {
  /** The sandbox program. */
  bwrap: string
  command: string
  env: Record<string, string>
  /** Descriptors that the command writes its output and its errors to. */
  outputs: OutputEnds
}

/** Starts the sandbox; its command waits until `enterSandbox` lets it begin. */
export function startSandbox(plan: SandboxPlan): ChildProcess {
  const filter = seccompFilter()
  const args = sandboxArgs({ ...plan, seccomp: filter !== undefined })
  const nothing = openSync('/dev/null', 'r')
  try {
    const child = spawn(plan.bwrap, [...args, ...entryArgv(plan)], {
      env: plan.env,
      stdio: stdioOver(inheritedDescriptors(), { outputs: plan.outputs, nothing }),
      ...UNPRIVILEGED,
    })
    if (child.pid === undefined) return child
    for (const name of ['passwd', 'group', 'hosts', 'nsswitch'] as const) {
      feed(child, SANDBOX_FDS[name], SANDBOX_ETC[name])
    }
    feed(child, SANDBOX_FDS.seccomp, filter ?? '')
    return child
  } finally {
    closeSync(nothing)
  }
}

type Stdio = ('ignore' | 'pipe' | number)[]

/** The command's streams and our pipes; and nothing in the place of whatever else the sandbox would inherit. */
function stdioOver(
  inherited: number[],
  { outputs, nothing }: { outputs: OutputEnds; nothing: number },
): Stdio {
  const stdio: Stdio = ['ignore', ...outputs]
  for (const descriptor of Object.values(SANDBOX_FDS)) stdio[descriptor] = 'pipe'
  const last = Math.max(stdio.length - 1, ...inherited)
  for (let descriptor = stdio.length; descriptor <= last; descriptor++) {
    stdio[descriptor] = inherited.includes(descriptor) ? nothing : 'ignore'
  }
  return stdio
}

function entryArgv({ command, limits }: SandboxPlan): string[] {
  const inside = limitedArgv({ ...resourceLimits(limits), nproc: limits.processes }, shellArgv(command))
  return ['/bin/sh', '-c', ENTRY_SCRIPT, 'sh', ...inside]
}

/** If the sandbox ends before it has read all, its exit tells more than the broken pipe. */
function feed(child: ChildProcess, descriptor: number, content: string | Buffer): void {
  const pipe = child.stdio[descriptor] as Writable
  pipe.on('error', () => undefined)
  pipe.end(content)
}
