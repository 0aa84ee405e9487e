import { stat } from 'node:fs/promises'
import type { Config } from '../../config/types.ts'
import { SkillwayError } from '../../errors.ts'
import { detectSandbox } from '../../sandbox/detect-sandbox.ts'
import type { Diagnostic } from '../../skill/diagnostic.ts'
import { table } from '../../text/table.ts'
import { visible } from '../../text/visible.ts'
import { VERSION } from '../../version.ts'
import { aboutCommands } from '../about-commands.ts'
import type { CommandContext, CommandResult } from '../context.ts'
import { findingLine } from '../finding-line.ts'
import { HOW_TO_BEGIN } from '../how-to-begin.ts'
import { configOf, withCatalog } from '../open.ts'

interface Finding {
  ok: boolean
  what: string
  found: string
}

/** `skillway doctor`: what this machine has, and what is in the way. Exit code 1 if something is. */
export async function doctor(context: CommandContext): Promise<CommandResult> {
  const findings = [...about(), await aboutSandbox(), ...(await aboutConfig(context))]
  const rows = findings.map(({ ok, what, found }) => [
    ok ? context.io.paint('green', 'ok') : context.io.paint('red', 'no'),
    what,
    visible(found),
  ])
  return { json: { findings }, text: table(rows), exitCode: findings.every(({ ok }) => ok) ? 0 : 1 }
}

function about(): Finding[] {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const recent = major! > 20 || (major === 20 && minor! >= 19)
  return [
    { ok: true, what: 'Skillway', found: VERSION },
    {
      ok: recent,
      what: 'Node',
      found: `${process.versions.node}${recent ? '' : '; 20.19 or newer is needed'}`,
    },
    { ok: true, what: 'Platform', found: `${process.platform} ${process.arch}` },
  ]
}

/** Nobody needs a sandbox who does not let skills run commands, so a missing one is nothing that is in the way. */
async function aboutSandbox(): Promise<Finding> {
  const sandbox = await detectSandbox()
  const found = sandbox.available
    ? `bubblewrap ${sandbox.version}`
    : `none: ${sandbox.reason} ${sandbox.hint}`
  return { ok: true, what: 'Sandbox', found }
}

async function aboutConfig(context: CommandContext): Promise<Finding[]> {
  try {
    const config = await configOf(context)
    return [
      { ok: true, what: 'Config', found: config.files.join(', ') || 'none; the defaults are used' },
      ...config.diagnostics.map((finding) => ({ ok: true, what: 'Config', found: onOneLine(finding) })),
      ...(await aboutCommands(config, context)),
      ...(await aboutFolders(config)),
      ...(await aboutSkills(context)),
    ]
  } catch (error) {
    if (!(error instanceof SkillwayError)) throw error
    const lines = [...error.message.split('\n'), ...(error.hint === undefined ? [] : [error.hint])]
    return lines.map((found) => ({ ok: false, what: 'Config', found }))
  }
}

async function aboutFolders({ roots }: Config): Promise<Finding[]> {
  const findings = await Promise.all(
    roots.map(async ({ path, shown, optional }): Promise<Finding | undefined> => {
      const folder = await stat(path).catch(() => undefined)
      if (folder === undefined)
        return optional ? undefined : { ok: false, what: 'Folder', found: `${shown}: missing` }
      return {
        ok: folder.isDirectory(),
        what: 'Folder',
        found: folder.isDirectory() ? shown : `${shown}: not a folder`,
      }
    }),
  )
  return findings.filter((finding) => finding !== undefined)
}

async function aboutSkills(context: CommandContext): Promise<Finding[]> {
  return await withCatalog(context, async (catalog) => {
    const { skills, diagnostics } = await catalog.list()
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    const missing = diagnostics.filter(({ code }) => code === 'SOURCE_UNAVAILABLE')
    return [
      {
        ok: skills.length > 0,
        what: 'Skills',
        found: `${skills.length} found, ${errors.length} refused${skills.length > 0 ? '' : `; ${HOW_TO_BEGIN}`}`,
      },
      ...errors.map((finding) => ({ ok: false, what: 'Skill', found: onOneLine(finding) })),
      ...missing.map(({ message }) => ({ ok: false, what: 'Server', found: message })),
    ]
  })
}

function onOneLine(finding: Diagnostic): string {
  return findingLine(finding, (_, text) => text).replace(/\n */, '; ')
}
