import { decodeBinaryNode, encodeBinaryNode, type BinaryNode } from 'baileys'
import type { RawData, WebSocket } from 'ws'
import { framed, FrameReader } from './noise/frames.ts'
import { ServerHandshake, type Established } from './noise/handshake.ts'
import type { CertificateAuthority } from './noise/certificate.ts'

/** What a line tells the server that it belongs to. */
export interface LineListener {
  /** The handshake is done: a registration, or a login. */
  opened(line: Line, established: Established): void
  stanza(line: Line, node: BinaryNode): void
  closed(line: Line): void
}

/** One connection of a client: frames in order, the handshake first, then stanzas both ways. */
export class Line {
  readonly #socket: WebSocket
  readonly #listener: LineListener
  readonly #reader = new FrameReader()
  readonly #handshake: ServerHandshake
  #established: Established | undefined
  #greeted = false
  /** Stanzas are decoded one after another, as they came. */
  #order: Promise<void> = Promise.resolve()
  /** While true nothing is answered any more, as on a line that is dead without having been closed. */
  silent = false

  constructor(socket: WebSocket, authority: CertificateAuthority, listener: LineListener) {
    this.#socket = socket
    this.#listener = listener
    this.#handshake = new ServerHandshake(authority)
    socket.on('message', (data) => this.#take(data))
    socket.on('error', () => socket.terminate())
    socket.once('close', () => listener.closed(this))
  }

  /** Sends one stanza; one that is sent to a line that is closed is lost, as on a real one. */
  send(node: BinaryNode): void {
    if (this.silent || !this.#established || this.#socket.readyState !== this.#socket.OPEN) return
    const encoded = encodeBinaryNode(node)
    this.#socket.send(framed(this.#established.outgoing.encrypt(encoded)))
  }

  /** Sends bytes that are no stanza, for tests of a client. */
  sendBytes(bytes: Uint8Array): void {
    if (this.#established) this.#socket.send(framed(this.#established.outgoing.encrypt(bytes)))
  }

  close(): void {
    this.#socket.close()
  }

  /** Ends it without a word, as a network does. */
  drop(): void {
    this.#socket.terminate()
  }

  #take(data: RawData): void {
    try {
      for (const frame of this.#reader.read(bytesOf(data))) this.#frame(frame)
    } catch {
      this.#socket.close(1002)
    }
  }

  #frame(frame: Uint8Array): void {
    if (!this.#greeted) {
      this.#greeted = true
      this.#socket.send(framed(this.#handshake.hello(frame)))
      return
    }
    if (!this.#established) {
      this.#established = this.#handshake.finish(frame)
      this.#listener.opened(this, this.#established)
      return
    }
    const plain = this.#established.incoming.decrypt(frame)
    this.#order = this.#order
      .then(async () => this.#listener.stanza(this, await decodeBinaryNode(Buffer.from(plain))))
      .catch(() => this.#socket.close(1002))
  }
}

const bytesOf = (data: RawData): Uint8Array =>
  Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data
