import {
  initAuthCreds,
  makeCacheableSignalKeyStore,
  WA_CERT_DETAILS,
  type AuthenticationState,
  type BaileysEventMap,
  type WASocket,
  makeWASocket,
} from 'baileys'
import { quiet } from './quiet.ts'
import { memoryKeys } from './signal-peer.ts'

/** A simulator as its clients reach it, perhaps in another process. */
export interface SimulatedServer {
  /** Address of the socket. */
  readonly socketUrl: string
  /** Key that clients have to trust, base64. */
  readonly rootKey: string
}

/** The unmodified client of WhatsApp Web, with its login in memory. */
export class Client {
  readonly #server: SimulatedServer
  readonly auth: AuthenticationState
  socket: WASocket

  constructor(server: SimulatedServer, auth?: AuthenticationState) {
    WA_CERT_DETAILS.PUBLIC_KEY.set(Buffer.from(server.rootKey, 'base64'))
    this.#server = server
    this.auth = auth ?? { creds: initAuthCreds(), keys: makeCacheableSignalKeyStore(memoryKeys(), quiet) }
    this.socket = this.connect()
  }

  /** A new connection with the same login. */
  connect(): WASocket {
    this.socket = makeWASocket({
      auth: this.auth,
      logger: quiet,
      waWebSocketUrl: this.#server.socketUrl,
      emitOwnEvents: false,
      markOnlineOnConnect: false,
      shouldSyncHistoryMessage: () => true,
    })
    this.socket.ev.on('creds.update', (update) => Object.assign(this.auth.creds, update))
    return this.socket
  }

  /** The first event of this kind that fits. */
  event<Name extends keyof BaileysEventMap>(
    name: Name,
    fits: (data: BaileysEventMap[Name]) => boolean = () => true,
  ): Promise<BaileysEventMap[Name]> {
    const { ev } = this.socket
    return new Promise((resolve) => {
      const take = (data: BaileysEventMap[Name]): void => {
        if (!fits(data)) return
        ev.off(name, take)
        resolve(data)
      }
      ev.on(name, take)
    })
  }

  /** Shows a code, has it scanned by a phone, and comes back logged in. */
  async link(scan: (code: string) => unknown): Promise<void> {
    const shown = await this.event('connection.update', ({ qr }) => qr !== undefined)
    const closed = this.event('connection.update', ({ connection }) => connection === 'close')
    await scan(shown.qr!)
    await closed
    this.connect()
    await this.event('connection.update', ({ connection }) => connection === 'open')
  }

  close(): void {
    void this.socket.end(undefined)
  }
}
