import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { HookChannel } from '../conversation/far-side.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

/** Something that the product said it has, and the moment at which it had said so. */
interface Accepted {
  readonly at: number
}
export interface AcceptedMessage extends Accepted {
  readonly id: string
  readonly chat: string
}
export interface AcceptedFile extends Accepted {
  readonly name: string
  readonly sha256: string
}

export interface CustomerOptions {
  /** Customers of the fixture channel write texts to this. */
  readonly channel: HookChannel
  readonly chats: number
  /** Visitors of the web chat send files to this connection of this address. */
  readonly webchat: { readonly base: string; readonly connectionId: string }
  readonly visitors: number
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const betweenTextsMs = 50
const betweenFilesMs = 1_000

/** Customers who write one thing after the other, each for as long as it is accepted, until {@link stop}. */
export class Customers {
  readonly messages: AcceptedMessage[] = []
  readonly files: AcceptedFile[] = []
  readonly #busy: Promise<void>[]
  #stopped = false

  constructor({ channel, chats, webchat, visitors }: CustomerOptions) {
    this.#busy = [
      ...Array.from({ length: chats }, () => this.#write(channel)),
      ...Array.from({ length: visitors }, () => this.#send(new Visitor(webchat.base, webchat.connectionId))),
    ]
  }

  /** Resolves when so much of it has been accepted. */
  async haveSent(messages: number, files: number): Promise<void> {
    while (this.messages.length < messages || this.files.length < files) await pause(20)
  }

  /** Resolves when what was under way has been answered or refused. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#busy)
  }

  async #write(channel: HookChannel): Promise<void> {
    const chat = randomUUID()
    for (let count = 0; !this.#stopped; count++) {
      const id = `${chat}-${String(count).padStart(5, '0')}`
      if ((await channel.say(chat, id, { id }).catch(() => 0)) !== 200) return
      this.messages.push({ id, chat, at: Date.now() })
      await pause(betweenTextsMs)
    }
  }

  async #send(visitor: Visitor): Promise<void> {
    await visitor.session()
    while (!this.#stopped) {
      const content = randomBytes(50_000)
      const name = `${randomUUID()}.bin`
      const { status } = await visitor.attach(name, content, 'application/octet-stream').catch(() => ({ status: 0 }))
      if (status !== 202) return
      const sha256 = createHash('sha256').update(content).digest('hex')
      this.files.push({ name, sha256, at: Date.now() })
      await pause(betweenFilesMs)
    }
  }
}
