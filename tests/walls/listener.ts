import { createServer, type AddressInfo, type Socket } from 'node:net'

/** A listener that keeps every byte it is sent; what a secret must not arrive at. */
export interface Listener {
  readonly port: number
  readonly url: string
  /** Everything that arrived so far, of all connections. */
  heard(): string
  close(): Promise<void>
}

const refusals = { 401: 'Unauthorized', 404: 'Not Found' } as const
const refusalOf = (status: keyof typeof refusals): string =>
  `HTTP/1.1 ${status} ${refusals[status]}\r\n` +
  'content-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'

/**
 * @param greeting what it says first, as a mail server does; without one it answers requests with `status`
 * @param status 404 says nothing of the secret that came with a request
 */
export async function listener(greeting?: string, status: keyof typeof refusals = 401): Promise<Listener> {
  const pieces: Buffer[] = []
  const sockets = new Set<Socket>()
  const answer = greeting === undefined ? refusalOf(status) : '250 AUTH PLAIN LOGIN\r\n'
  const server = createServer((socket) => {
    sockets.add(socket)
    if (greeting !== undefined) socket.write(greeting)
    socket.on('data', (piece) => {
      pieces.push(piece)
      if (greeting === undefined) socket.end(answer)
      else socket.write(answer)
    })
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    heard: () => Buffer.concat(pieces).toString('latin1'),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => {
          resolve()
        })
      }),
  }
}
