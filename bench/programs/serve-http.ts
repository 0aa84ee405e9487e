import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tells the parent where requests go, and on demand how much processor time was used, until the parent goes. */
export function answerParent(port: number): void {
  process.on('disconnect', () => process.exit(0))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send!({ cpuMs: (user + system) / 1000, rssMb: process.memoryUsage.rss() / 1024 ** 2 })
  })
  process.send!({ port })
}

/** Listens on a free port of this machine alone. */
export function listenOnFreePort(listener: RequestListener): void {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1', () => answerParent((server.address() as AddressInfo).port))
}
