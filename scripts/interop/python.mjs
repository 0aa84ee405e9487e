import { join } from 'node:path'
import { run } from './run.mjs'

/** Asks Python what of FastMCP this version has. */
const PROBE = `
import importlib.util as util, json
from importlib.metadata import version
from fastmcp import Client
def has(module):
    try:
        return util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False
print(json.dumps({
    'versions': {name: version(name) for name in ['fastmcp', 'skills-ref']},
    'serves': [way for way, module in [
        ('provider', 'fastmcp.server.providers.skills'),
        ('resources', 'fastmcp.server.providers.skills'),
        ('extension', 'fastmcp.skills.provider'),
    ] if has(module)],
    'takes': [way for way, there in [
        ('extension', hasattr(Client, 'read_skill')),
        ('resources', hasattr(Client, 'read_skill')),
        ('utilities', has('fastmcp.utilities.skills')),
    ] if there],
}))`

/** A Python of its own with FastMCP and skills-ref, or why there is none. */
export async function pythonWith(home, version) {
  const found = await findPython()
  if (found === undefined) return { missing: 'there is no Python 3.10 or newer here' }
  const folder = join(home, 'python')
  const command = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  const fastmcp = version === undefined ? 'fastmcp' : `fastmcp==${version}`
  try {
    await run(found, ['-m', 'venv', folder])
    await run(command, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      fastmcp,
      'skills-ref',
    ])
  } catch (error) {
    return { missing: `FastMCP and skills-ref could not be installed (${error.message})` }
  }
  return {
    command,
    env: { ...process.env, PYTHONWARNINGS: 'ignore' },
    ...JSON.parse(await run(command, ['-c', PROBE])),
  }
}

async function findPython() {
  for (const command of ['python3', 'python']) {
    const version = await run(command, ['-c', 'import sys; print(sys.version_info >= (3, 10))']).catch(
      () => '',
    )
    if (version.trim() === 'True') return command
  }
  return undefined
}
