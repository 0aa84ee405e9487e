import { SkillwayError } from '../errors.ts'
import { quote } from '../text/quote.ts'

/** Where programs are looked for: those of commands, and those that start them, wherever the server looks for its own. */
export const PROGRAMS = '/usr/local/bin:/usr/bin:/bin'
/** What a shell takes for a variable. */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
/** What every command gets, and what makes a loader, a shell or an interpreter run something before the command. */
const RESERVED = new Set([
  'PATH',
  'HOME',
  'LANG',
  'TMPDIR',
  'SKILL_DIR',
  'PWD',
  'OLDPWD',
  'SHELL',
  'IFS',
  'ENV',
  'PS4',
  'PROMPT_COMMAND',
  'SHELLOPTS',
  'GCONV_PATH',
  'GLIBC_TUNABLES',
  'LOCPATH',
  'NODE_OPTIONS',
  'NODE_PATH',
  'PYTHONPATH',
  'PYTHONHOME',
  'PYTHONUSERBASE',
  'PYTHONPLATLIBDIR',
  'PYTHONPYCACHEPREFIX',
  'PYTHONSTARTUP',
  'PYTHONINSPECT',
  'PERL5OPT',
  'PERL5LIB',
  'PERL5DB',
  'RUBYOPT',
  'RUBYLIB',
  'PHPRC',
  'PHP_INI_SCAN_DIR',
  'TCLLIBPATH',
  'TCL_LIBRARY',
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
  'JDK_JAVA_OPTIONS',
])
const RESERVED_PREFIX = /^(?:LD_|DYLD_|BASH_|GIT_|LUA_|R_PROFILE)/

/** The whole environment of a command: nothing of the server's own, and of what the caller gives nothing that could take the command over. */
export function commandEnv(
  given: Record<string, string> = {},
  { home, tmp, skillDir }: { home: string; tmp: string; skillDir: string },
): Record<string, string> {
  for (const [name, value] of Object.entries(given)) {
    if (!VARIABLE_NAME.test(name)) throw refused(name, 'it is not the name of a variable')
    if (isReserved(name)) throw refused(name, 'it could change what the command runs')
    if (value.includes('\0')) throw refused(name, 'its value holds a null byte')
  }
  return { ...given, PATH: PROGRAMS, HOME: home, TMPDIR: tmp, LANG: 'C.UTF-8', SKILL_DIR: skillDir }
}

/** True for a name under which no command is given anything from outside. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name) || RESERVED_PREFIX.test(name)
}

function refused(name: string, why: string): SkillwayError {
  return new SkillwayError(
    'COMMAND_REFUSED',
    `The variable ${quote(name)} may not be set for a command: ${why}`,
    {
      hint: 'Leave it out; write what the command needs into the command itself.',
    },
  )
}
