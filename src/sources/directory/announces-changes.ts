import { statfsSync } from 'node:fs'

/**
 * Magic numbers of Linux file systems whose files also change from outside: on other machines, or in the host of a
 * container or virtual machine (`statfs(2)`, `include/uapi/linux/magic.h`). The system tells only of its own changes there.
 */
const SHARED = new Set([
  0x6969, // NFS
  0x517b, // SMB
  0xff534d42, // CIFS
  0xfe534d42, // SMB 2
  0x01021997, // 9P: WSL
  0x65735546, // FUSE: virtiofs, SSHFS, shared folders of containers
  0x786f4256, // VirtualBox
  0xbacbacbc, // VMware
  0x7c7c6673, // Parallels
  0x00c36400, // Ceph
  0x0bd00bd0, // Lustre
  0x5346414f, // AFS
])

/** False if files of the folder at `path` can change without an event for those who watch it. */
export function announcesChanges(path: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    // Some systems give the number with a sign.
    return !SHARED.has(statfsSync(path).type >>> 0)
  } catch {
    return true
  }
}
