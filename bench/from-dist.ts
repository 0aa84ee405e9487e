import { fileURLToPath } from 'node:url'

/** The built package, as users get it; compiled benchmarks lie two folders below its root. */
const DIST = new URL('../../dist/', import.meta.url)

/** A module of the built package. `T` is the type of its source. */
export async function fromDist<T>(path: string): Promise<T> {
  return (await import(new URL(path, DIST).href)) as T
}

/** The path of a file of the built package. */
export function distPath(path: string): string {
  return fileURLToPath(new URL(path, DIST))
}

/** The path of a program of the benchmarks, as it is compiled. */
export function programPath(name: string): string {
  return fileURLToPath(new URL(`programs/${name}.js`, import.meta.url))
}
