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
import type { WhatsappSimulator } from './whatsapp.ts'

/** The unmodified client of WhatsApp Web, with its login in memory. */
export class Client {
  readonly #simulator: WhatsappSimulator
  readonly auth: AuthenticationState
  socket: WASocket

  constructor(simulator: WhatsappSimulator, auth?: AuthenticationState) {
    WA_CERT_DETAILS.PUBLIC_KEY.set(Buffer.from(simulator.rootKey, 'base64'))
    this.#simulator = simulator
    this.auth = auth ?? { creds: initAuthCreds(), keys: makeCacheableSignalKeyStore(memoryKeys(), quiet) }
    this.socket = this.connect()
  }

  /** A new connection with the same login. */
  connect(): WASocket {
    this.socket = makeWASocket({
      auth: this.auth,
      logger: quiet,
      waWebSocketUrl: this.#simulator.socketUrl,
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

  /** Shows a code, has it scanned, and comes back logged in. */
  async link(number = '5511999990000'): Promise<void> {
    const shown = await this.event('connection.update', ({ qr }) => qr !== undefined)
    const closed = this.event('connection.update', ({ connection }) => connection === 'close')
    this.#simulator.scan(this.#simulator.account(number), shown.qr!)
    await closed
    this.connect()
    await this.event('connection.update', ({ connection }) => connection === 'open')
  }

  close(): void {
    void this.socket.end(undefined)
  }
}
