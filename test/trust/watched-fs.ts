import type { FileHandle } from 'node:fs/promises'
import { nodeStateFs, type StateFs } from '../../src/trust/state-fs.ts'

/** The real file system, with `before` called for every step: each function, and each method of an opened file. */
export function watchedFs(before: (step: string) => void): StateFs {
  const told =
    (name: string, call: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      before(name)
      return call(...args)
    }
  const watchHandle = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        if (name === 'close') return () => target.close().then(() => before('close of a file'))
        return typeof value === 'function' ? told(`${String(name)} of a file`, value.bind(target)) : value
      },
    })
  const fs = Object.entries(nodeStateFs).map(([name, call]) => [name, told(name, call as never)])
  return {
    ...(Object.fromEntries(fs) as StateFs),
    async open(...args) {
      before('open')
      return watchHandle(await nodeStateFs.open(...args))
    },
  }
}
