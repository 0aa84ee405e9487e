import { checkSegment, invalid, MAX_PATH_BYTES, refuseControls, traversal } from './segment.ts'

/** A path inside a skill, as a tool or a person gives it: `/`-separated and taken literally, never percent-decoded. */
export function parseFilePath(filePath: string): string {
  refuseControls(filePath, filePath)
  if (filePath === '') throw invalid(filePath, 'it names no file')
  if (filePath.startsWith('/') || filePath.includes('\\')) throw traversal(filePath)
  if (Buffer.byteLength(filePath) > MAX_PATH_BYTES) {
    throw invalid(filePath, `it is longer than ${MAX_PATH_BYTES} bytes`)
  }
  for (const segment of filePath.split('/')) checkSegment(segment, filePath)
  return filePath
}
