/** What a source may be called. */
export const LABEL = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/
export const LABEL_RULE =
  "must begin with a letter or digit and hold only letters, digits, '-' and '_', 63 characters at the most"

/** The source that holds the folders has it. */
export const FOLDERS_LABEL = 'local'

const MAX_LENGTH = 63
/** Programs that run another one, which is the name worth showing. */
const RUNNERS = new Set(
  'uvx uv npx npm pnpm yarn bunx bun pipx pip node deno tsx python python3 py docker podman'.split(' '),
)
/** What may stand between such a program and the name. */
const SUBCOMMANDS = new Set('run dlx exec tool x container'.split(' '))
/** Their options that are followed by a value. */
const OPTIONS_WITH_VALUE = new Set(
  (
    '--from --with --with-editable --python --index-url --directory --project --package --spec --cwd --prefix ' +
    '-c -p -C -r --require --import --env --env-file -e -v --volume --mount --name --network --net --publish ' +
    '-w --workdir -u --user --entrypoint --platform --memory --cpus --hostname --label --add-host --config'
  ).split(' '),
)

/** A label for a server that has none: the name of its package or program, made to fit the grammar. */
export function labelOfCommand(command: string, args: readonly string[]): string {
  const program = programName(command)
  return fit(RUNNERS.has(program) ? packageName(firstName(args) ?? program) : program)
}

/** A label for a server that has none: the host of its address. */
export function labelOfUrl(url: string): string {
  const [, host] = /^[^:]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]*)/.exec(url) ?? []
  return fit(host ?? '')
}

/** `label`, or the first of `label-2`, `label-3` … that `isTaken` does not know. */
export function uniqueLabel(label: string, isTaken: (label: string) => boolean): string {
  let unique = label
  for (let count = 2; isTaken(unique); count++) {
    const suffix = `-${count}`
    unique = label.slice(0, MAX_LENGTH - suffix.length) + suffix
  }
  return unique
}

function programName(command: string): string {
  return lastSegment(command).replace(/\.(?:exe|cmd|bat|sh|m?js|cjs|ts|py)$/i, '')
}

function firstName(args: readonly string[]): string | undefined {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (OPTIONS_WITH_VALUE.has(arg)) i++
    else if (!arg.startsWith('-') && !SUBCOMMANDS.has(arg)) return arg
  }
  return undefined
}

/** `@scope/name@1.2`, `name[extra]==1.2`, `git+https://host/owner/name.git`, `registry/owner/name:tag`, `dist/name.js`. */
function packageName(text: string): string {
  const name = lastSegment(text).replace(/(?:==|[@[<>=~:]).*$/, '')
  return programName(name).replace(/\.git$/, '')
}

function lastSegment(path: string): string {
  return path.split(/[/\\]/).findLast((segment) => segment !== '') ?? ''
}

function fit(text: string): string {
  const label = text
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, MAX_LENGTH)
  return label === '' ? 'server' : label
}
