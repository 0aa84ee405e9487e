import type { Link } from './link.ts'
import { settles } from './settles.ts'
import type { Session } from './session.ts'
import { isExpired } from './upstream-error.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Runs something on a session, and once more on a new one if the server has forgotten the first (Streamable HTTP). */
export async function withSession<T>(
  link: Link,
  run: (session: Session) => Promise<T>,
  waitMs?: number,
): Promise<T> {
  try {
    return await run(await sessionOf(link, waitMs))
  } catch (error) {
    if (!isExpired(error)) throw error
    return await run(await sessionOf(link, waitMs))
  }
}

async function sessionOf(link: Link, waitMs: number | undefined): Promise<Session> {
  const session = link.session()
  if (waitMs !== undefined && !(await settles(session, waitMs))) {
    throw new UpstreamFault('too-slow', `it is not ready after ${waitMs} ms`)
  }
  return session
}
