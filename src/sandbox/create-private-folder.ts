import { chown, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UNPRIVILEGED } from './unprivileged.ts'

/** A new folder that only this process and the user whom commands run as can enter. */
export async function createPrivateFolder(): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'skillway-'))
  const { uid, gid } = UNPRIVILEGED
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return folder
}
