import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

/** What the figures were measured on. */
export interface Machine {
  processor: string
  cores: number
  memoryGb: number
  system: string
  node: string
  /** The load of the last minute when the benchmark began; above the number of cores, times say little. */
  load: number
}

export function thisMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release().split('-')[0]}`,
    node: process.version,
    load: Number(loadavg()[0]!.toFixed(1)),
  }
}

export function machineLine({ processor, cores, memoryGb, system, node, load }: Machine): string {
  return `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}; load ${load} at the start`
}
