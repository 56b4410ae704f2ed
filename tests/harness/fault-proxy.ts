import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { overTcp } from './over-tcp.ts'

/** A TCP proxy between a client and its server that fails in the ways networks and servers do. */
export interface FaultProxy {
  readonly port: number
  /** Connections that are open through it. */
  readonly connections: number
  /** Resets every connection: each side sees ECONNRESET, as after a crash. */
  reset(): void
  /** Ends every connection in order, as a server that shuts down. */
  end(): void
  /**
   * Keeps connections open and passes nothing on, as a stopped process or a partitioned network; false passes
   * everything on.
   */
  freeze(frozen: boolean): void
  /** Passes on what clients say and keeps back what the server answers; false passes everything on. */
  mute(muted: boolean): void
  /** Refuses new connections by closing them at once; false accepts them again. */
  refuse(refusing: boolean): void
  close(): Promise<void>
}

/** A proxy in front of a database, and the database's address through it. */
export async function databaseProxy(address: string): Promise<{ readonly proxy: FaultProxy; readonly url: string }> {
  const url = overTcp(address)
  const proxy = await faultProxy({ host: url.hostname, port: Number(url.port) })
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}

export async function faultProxy(target: { readonly host: string; readonly port: number }): Promise<FaultProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let frozen = false
  let muted = false
  let refusing = false
  const server = createServer((client) => {
    client.on('error', () => undefined)
    if (refusing) return void client.destroy()
    const upstream = connect(target.port, target.host)
    const pair = [client, upstream] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client] as const]) {
      from.on('data', (bytes) => void to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('end', () => to.end())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (frozen || (muted && from === upstream)) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return pairs.size
    },
    reset() {
      for (const pair of pairs) for (const side of pair) side.resetAndDestroy()
    },
    end() {
      for (const [client, upstream] of pairs) {
        client.end()
        upstream.destroy()
      }
    },
    freeze(now) {
      frozen = now
      for (const pair of pairs)
        for (const side of pair)
          if (now) side.pause()
          else side.resume()
    },
    mute(now) {
      muted = now
      for (const [, upstream] of pairs)
        if (now) upstream.pause()
        else upstream.resume()
    },
    refuse(now) {
      refusing = now
    },
    async close() {
      for (const pair of pairs) for (const side of pair) side.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
