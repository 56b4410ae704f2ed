import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A line between one person and the product that can be cut, as a cable is: what is open breaks, nothing new gets
 * through.
 */
export interface Wire {
  readonly address: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

/** @param webSockets false: a proxy stands on the way that refuses to let a connection become another protocol */
export async function wireTo(product: string, { webSockets = true } = {}): Promise<Wire> {
  const { hostname, port } = new URL(product)
  const open = new Set<Socket>()
  let whole = true
  const hold = (socket: Socket): void => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // A broken line is what this is for.
    socket.on('error', () => socket.destroy())
  }
  const join = (near: Socket): void => {
    const far = connect(Number(port), hostname)
    hold(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  }
  const server = createServer((near) => {
    hold(near)
    if (!whole) return near.resetAndDestroy()
    if (webSockets) return join(near)
    // A browser opens a line of its own for each socket and says so with its first words.
    near.once('data', (start) => {
      if (/^upgrade: websocket/im.test(start.toString('latin1')))
        return near.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
      near.pause()
      near.unshift(start)
      join(near)
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const breakAll = (): void => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false
      breakAll()
    },
    mend() {
      whole = true
    },
    close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
      breakAll()
      return closed
    },
  }
}
