import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two looks for connections that have become idle. */
const LOOK_MS = 20

/**
 * How a server ends in order: no more connections, running requests end, idle connections go at once, and what takes
 * longer than `ms` is cut off. Call it before the server listens.
 */
export function draining(server: Server): (ms: number) => Promise<void> {
  const open = new Set<Socket>()
  const busy = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
  })
  const closeIdle = () => {
    for (const socket of open) if (!busy.has(socket)) socket.destroySoon()
  }
  return (ms) =>
    new Promise((resolve) => {
      const force = setTimeout(() => server.closeAllConnections(), ms)
      const looks = setInterval(closeIdle, LOOK_MS)
      server.close(() => {
        clearTimeout(force)
        clearInterval(looks)
        resolve()
      })
      closeIdle()
    })
}
