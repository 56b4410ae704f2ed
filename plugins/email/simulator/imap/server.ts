import type { Faults } from '@recado/sdk/testing/simulator'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Mailbox } from './mailbox.ts'
import { ImapSession } from './session.ts'

/** Instead of the right answer to a command: none and a cut line, a refusal, or the right one late. */
export type ImapFault = 'drop' | 'no' | { readonly slowMs: number }

export interface ImapServerOptions {
  readonly port?: number
  readonly host?: string
  readonly faults: Faults<ImapFault>
  login(user: string, secret: { password: string } | { token: string }): Mailbox | undefined
}

/** Serves mailboxes by IMAP on this machine. Faults are planned by the name of a command. */
export class ImapServer {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  static async start(options: ImapServerOptions): Promise<ImapServer> {
    const served = new ImapServer()
    const { faults, login, port = 0, host = '127.0.0.1' } = options
    served.#server = createServer((socket) => {
      served.#sockets.add(socket)
      socket.once('close', () => served.#sockets.delete(socket))
      ImapSession.serve(socket, {
        login,
        before: async ({ name }) => {
          const fault = faults.take(name)
          if (typeof fault === 'object') await pause(fault.slowMs)
          return typeof fault === 'object' ? undefined : fault
        },
      })
    })
    await new Promise<void>((resolve, reject) => {
      served.#server!.once('error', reject).listen(port, host, resolve)
    })
    return served
  }

  get port(): number {
    return (this.#server!.address() as AddressInfo).port
  }
  /** How many clients are connected. */
  get connected(): number {
    return this.#sockets.size
  }

  /** Cuts every line, as a server that restarts does. */
  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#server?.close(() => resolve())
    })
    this.dropAll()
    await ended
  }
}
