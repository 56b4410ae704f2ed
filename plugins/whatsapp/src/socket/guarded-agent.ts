import { Agent } from 'node:https'
import { PassThrough, type Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { ConnectionContext } from '@recado/sdk'

interface Target {
  readonly host?: string
  readonly port?: number | string
  readonly servername?: string
  readonly protocol?: string
}
type Made = (error: Error | null, socket: Duplex) => void

/**
 * Connections for Baileys' socket that the host opens: behind the egress guard, and through the connection's proxy
 * where it has one. `isPlain` for a stand-in without TLS.
 */
export class GuardedAgent extends Agent {
  readonly #ctx: Pick<ConnectionContext<unknown>, 'connect'>
  readonly #isPlain: boolean

  constructor(ctx: Pick<ConnectionContext<unknown>, 'connect'>, isPlain: boolean) {
    super({ keepAlive: false })
    this.#ctx = ctx
    this.#isPlain = isPlain
    // Baileys hands a plain address to the other kind of agent, which asks for its protocol.
    if (isPlain) Object.assign(this, { protocol: 'http:', defaultPort: 80 })
  }

  override createConnection(target: Target, made?: Made): undefined {
    const host = target.host ?? ''
    this.#ctx.connect(host, Number(target.port ?? (this.#isPlain ? 80 : 443))).then(
      (socket) => {
        if (this.#isPlain) return made?.(null, socket)
        const secured = connectTls({ socket, servername: target.servername || host })
        const failed = (error: Error): void => made?.(error, secured)
        secured.once('error', failed)
        secured.once('secureConnect', () => {
          secured.off('error', failed)
          made?.(null, secured)
        })
      },
      (error: unknown) => made?.(error instanceof Error ? error : new Error(String(error)), new PassThrough()),
    )
    return undefined
  }
}
