/** The milliseconds of processor time that `run` takes: what else the machine is busy with hardly counts. */
export function cpuTime(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
