import { styleText } from 'node:util'

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan'

/** Where a command prints, and how: colours and widths only on a terminal. */
export interface CommandIO {
  out(text: string | Uint8Array): Promise<void>
  note(text: string): void
  /** Colours the text where stdout is a terminal that wants colours. */
  paint(style: Style, text: string): string
  /** The same for stderr. */
  paintNote(style: Style, text: string): string
  /** True if stdout is a terminal. */
  isTerminal: boolean
  /** Columns of the terminal; unlimited elsewhere. */
  width: number
}

export function processIO(env: Record<string, string | undefined>): CommandIO {
  const { stdout, stderr } = process
  const colours = (stream: NodeJS.WriteStream) => stream.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
  const painter = (on: boolean) => (style: Style, text: string) => (on ? styleText(style, text) : text)
  stdout.on('error', endOnLostOutput)
  stderr.on('error', () => undefined) // who closes it wants to hear nothing more, and is still served
  return {
    out: (text) => new Promise((resolve) => stdout.write(text, () => resolve())),
    note: (text) => void stderr.write(`${text}\n`),
    paint: painter(Boolean(colours(stdout))),
    paintNote: painter(Boolean(colours(stderr))),
    isTerminal: Boolean(stdout.isTTY),
    width: stdout.isTTY ? (stdout.columns ?? 80) : Number.POSITIVE_INFINITY,
  }
}

/** A reader that has seen enough, such as `head`, is no failure; a full disk is. */
function endOnLostOutput(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit(0)
  process.stderr.write(`skillway: The output cannot be written: ${error.code ?? 'unknown error'}\n`)
  process.exit(1)
}
