import { createServer, type AddressInfo } from 'node:net'

/** A port that nobody listened on a moment ago, for a node that has to know its own address before it starts. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
