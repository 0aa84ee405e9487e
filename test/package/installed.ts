import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** A project of somebody who installed the package. */
export interface InstalledProject {
  folder: string
  remove(): Promise<void>
}

/**
 * A fresh folder with the packed package in `node_modules`, as `npm install` lays it out, without any network: the packages that
 * it depends on, and those that are named, are links to ours. The example skills lie in `skills` and in `.claude/skills`.
 */
export async function installedProject(others: readonly string[] = []): Promise<InstalledProject> {
  const folder = await mkdtemp(join(tmpdir(), 'skillway-project-'))
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT })
  const { version, dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    version: string
    dependencies: Record<string, string>
  }
  await run('tar', ['-xzf', `skillway-${version}.tgz`], { cwd: folder })
  await cp(join(folder, 'package'), join(modules, 'skillway'), { recursive: true })
  await rm(join(folder, 'package'), { recursive: true })
  for (const name of [...Object.keys(dependencies), ...others]) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(ROOT, 'node_modules', name), join(modules, name))
  }
  await chmod(join(modules, 'skillway/dist/cli/main.js'), 0o755)
  await symlink('../skillway/dist/cli/main.js', join(modules, '.bin/skillway'))
  for (const skills of ['skills', '.claude/skills']) {
    await cp(join(modules, 'skillway/examples/skills'), join(folder, skills), { recursive: true })
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
