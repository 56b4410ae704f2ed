import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on the loopback interface that nodes talk to. */
export interface Loopback {
  readonly url: string
  close(): Promise<void>
}

/** Called with each request when its body is there, as JSON. */
export type Answering = (request: IncomingMessage, body: unknown, response: ServerResponse) => void

export async function loopback(answer: Answering): Promise<Loopback> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => answer(request, JSON.parse(Buffer.concat(pieces).toString()), response))
  })
  // The connection must not end while a request is on its way, however busy the machine is.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
