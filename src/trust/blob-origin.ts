import { sha256Hex } from '../skill/digest.ts'

/** Where verified bytes came from, and for whom. */
export interface BlobOrigin {
  /** The source's label. */
  label: string
  /** The command or URL behind the label. */
  endpoint: string
  /** Whose view of the source it was, where a source shows different people different things. Default: nobody's in particular. */
  principal?: string | undefined
}

/** An origin as it is written down: of the principal no more than a digest. */
export interface RecordedOrigin {
  label: string
  endpoint: string
  principal: string
}

export function recordedOrigin({ label, endpoint, principal = '' }: BlobOrigin): RecordedOrigin {
  return { label, endpoint, principal: principal === '' ? '' : sha256Hex(principal) }
}

/** The name of an origin's folder; it follows from the record, so a record in another's place is noticed. */
export function originKey({ label, endpoint, principal }: RecordedOrigin): string {
  return sha256Hex(JSON.stringify([label, endpoint, principal]))
}

export function parseRecordedOrigin(text: string): RecordedOrigin | undefined {
  try {
    const { label, endpoint, principal } = Object(JSON.parse(text)) as Record<string, unknown>
    if (typeof label !== 'string' || typeof endpoint !== 'string' || typeof principal !== 'string')
      return undefined
    return { label, endpoint, principal }
  } catch {
    return undefined
  }
}
