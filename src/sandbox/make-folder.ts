import { chmod, mkdir } from 'node:fs/promises'

/** A folder that the user whom commands run as can read, whatever the umask; the folder around it is private. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder)
  await chmod(folder, 0o755)
}
