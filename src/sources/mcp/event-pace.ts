/** What a piece of a stream of server-sent events is to the stream. */
export interface PacedPiece {
  /** Bytes of the event that is under way at the end of the piece. */
  eventBytes: number
  /** How long to wait before the piece is passed on. */
  pauseMs: number
}

/** Events that are taken as they come; of more than these, a hundred are taken in a second. */
const FREE_EVENTS = 100
const EVENT_MS = 10
const EVENT_ENDS = ['\n\n', '\r\n\r\n', '\r\r']
const NEWLINE = 0x0a

/** Measures server-sent events piece by piece; each costs whoever reads it far more than its bytes. */
export function eventPace(): (piece: Buffer) => PacedPiece {
  let events = 0
  let eventBytes = 0
  return (piece) => {
    const count = eventsIn(piece)
    events += count
    eventBytes = bytesOfEvent(piece, eventBytes)
    return { eventBytes, pauseMs: events > FREE_EVENTS ? count * EVENT_MS : 0 }
  }
}

/** The least that an event can be: a line and an empty one. */
function eventsIn(piece: Buffer): number {
  let lines = 0
  for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, end + 1)) lines++
  return Math.ceil(lines / 2)
}

/** Only whole pieces are looked at, which is exact enough for a bound. */
function bytesOfEvent(piece: Buffer, before: number): number {
  const end = Math.max(...EVENT_ENDS.map((text) => piece.lastIndexOf(text)))
  return end === -1 ? before + piece.length : piece.length - end
}
