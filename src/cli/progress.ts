import type { CommandIO } from './io.ts'

/** Says on a terminal what is going on where it takes longer than a second; the line is removed afterwards. */
export async function withProgress<T>(io: CommandIO, doing: string, work: Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return work
  const started = Date.now()
  const tick = setInterval(() => {
    const seconds = Math.floor((Date.now() - started) / 1000)
    process.stderr.write(`\r${io.paintNote('dim', `${doing}… ${seconds} s`)}\u001b[K`)
  }, 1000)
  try {
    return await work
  } finally {
    clearInterval(tick)
    if (Date.now() - started >= 1000) process.stderr.write('\r\u001b[K')
  }
}
