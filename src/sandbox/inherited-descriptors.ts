import { readdirSync, readFileSync } from 'node:fs'

const O_CLOEXEC = 0o2000000

let inherited: number[] | undefined

/**
 * Descriptors beyond the three streams that every child of this process gets unless something else is put in their
 * place: whoever started it may have left files, folders or sockets open. What Node opens itself is never among them.
 */
export function inheritedDescriptors(): number[] {
  return (inherited ??= findInherited())
}

function findInherited(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isInherited(descriptor))
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = readFileSync(`/proc/self/fdinfo/${descriptor}`, 'latin1').match(/^flags:\s+([0-7]+)/m)?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0
  } catch {
    // The descriptor with which the folder was listed is gone by now.
    return false
  }
}
