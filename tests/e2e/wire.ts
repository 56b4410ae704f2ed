import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A line between one person and the product that can be cut, as a cable is: what is open breaks, nothing new gets through. */
export interface Wire {
  readonly address: string
  cut(): void
  mend(): void
  close(): Promise<void>
}

export async function wireTo(product: string): Promise<Wire> {
  const { hostname, port } = new URL(product)
  const open = new Set<Socket>()
  let whole = true
  const hold = (socket: Socket): void => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    // A broken line is what this is for.
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((near) => {
    hold(near)
    if (!whole) return near.resetAndDestroy()
    const far = connect(Number(port), hostname)
    hold(far)
    near.pipe(far).pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  const breakAll = (): void => { for (const socket of open) socket.resetAndDestroy() }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false
      breakAll()
    },
    mend() { whole = true },
    close() {
      const closed = new Promise<void>((resolve) => { server.close(() => resolve()) })
      breakAll()
      return closed
    },
  }
}
