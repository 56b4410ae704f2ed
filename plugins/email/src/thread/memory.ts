import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ConnectionContext, ExternalChatId } from '@recado/sdk'
import { sameSecret } from '@recado/sdk/server'

type MemoryContext = Pick<ConnectionContext<unknown>, 'state' | 'secrets'>

/** Memory of a conversation by mail, so that the next mail of it is recognised and answered as a part of it. */
export interface ChatMemory {
  /** Subject without `Re:` and the like. */
  readonly subject?: string
  /** Message-ID of the newest mail, and those of the mails before it, oldest first. */
  readonly last?: string
  readonly references?: readonly string[]
  /** Addresses that the contact's own mails were also sent to: they take part. */
  readonly people?: readonly string[]
  /** Time of the newest mail, in milliseconds. */
  readonly at?: number
  /** The newest mail was written by nobody; since then we have sent at these times. */
  readonly automatic?: boolean
  readonly answered?: readonly number[]
}

const maxReferences = 20
const maxPeople = 50
const threadKeyName = 'threadKey'

/** References as they go into a header: the first, which names the thread, and the newest. */
export const trimmed = (ids: readonly string[]): string[] => {
  const once = [...new Set(ids)]
  return once.length <= maxReferences ? once : [once[0]!, ...once.slice(1 - maxReferences)]
}

const stateKey = (kind: string, name: string): string =>
  `${kind}:${createHash('sha256').update(name).digest('base64url').slice(0, 32)}`

export class Memory {
  readonly #ctx: MemoryContext
  readonly #changed = new Map<string, ChatMemory>()
  #threadKey: Promise<string> | undefined
  constructor(ctx: MemoryContext) {
    this.#ctx = ctx
  }

  async chat(chat: string): Promise<ChatMemory> {
    return this.#changed.get(chat) ?? (await this.#ctx.state.get<ChatMemory>(stateKey('chat', chat))) ?? {}
  }

  /** Counts at once, and is kept when `keep` is called. */
  change(chat: string, next: ChatMemory): void {
    this.#changed.set(chat, {
      ...next,
      references: trimmed(next.references ?? []),
      people: [...new Set(next.people ?? [])].slice(-maxPeople),
    })
  }
  /** Changes of the memory are stored after the mails are, so that a mail that is read again is read alike. */
  async keep(): Promise<void> {
    for (const [chat, memory] of [...this.#changed]) {
      await this.#ctx.state.set(stateKey('chat', chat), memory)
      if (this.#changed.get(chat) === memory) this.#changed.delete(chat)
    }
  }
  discard(): void {
    this.#changed.clear()
  }

  /**
   * The id under which a mail is kept. Different mails may claim the same Message-ID; the first one has it, and another
   * one gets its fingerprint behind it. The same mail has the same id, however often it is read.
   */
  async idOf(messageId: string, fingerprint: string): Promise<string> {
    const key = stateKey('id', messageId)
    if (await this.#ctx.state.set(key, fingerprint, { ifAbsent: true, ttlMs: keptMs })) return messageId
    const first = await this.#ctx.state.get<string>(key)
    return first === undefined || first === fingerprint ? messageId : `${messageId}#${fingerprint}`
  }

  /** Signed reference in a mail of ours, so that a report about it is recognised under whatever id it was relayed. */
  async referenceOf(messageId: string): Promise<string> {
    return `${messageId} ${await this.#sealOf(messageId)}`
  }

  /** The id of the mail of a reference of ours; undefined for one that we did not write. */
  async idOfReference(reference: string): Promise<string | undefined> {
    const [, id, seal] = /^([^\s<>]{1,480})\s+([0-9a-f]{32})$/.exec(reference.trim()) ?? []
    return id !== undefined && sameSecret(seal!, await this.#sealOf(id)) ? id : undefined
  }

  /** The part behind the plus of our address that leads an answer back into a conversation. */
  async tokenFor(chat: ExternalChatId): Promise<string> {
    const token = await this.#tokenOf(chat)
    await this.#ctx.state.set(stateKey('token', token), chat, { ifAbsent: true })
    return token
  }

  /** The conversation of a token of ours; undefined for one that nobody was given. */
  async chatOfToken(token: string): Promise<ExternalChatId | undefined> {
    if (!/^[0-9a-f]{24}$/.test(token)) return undefined
    const chat = await this.#ctx.state.get<ExternalChatId>(stateKey('token', token))
    return chat !== undefined && token === (await this.#tokenOf(chat)) ? chat : undefined
  }

  /** Erases a conversation. Of the ids of its mails only hashes are kept, which identify nobody. */
  async forget(chat: ExternalChatId): Promise<void> {
    this.#changed.delete(chat)
    await this.#ctx.state.delete(stateKey('chat', chat))
    await this.#ctx.state.delete(stateKey('token', await this.#tokenOf(chat)))
  }

  // No address has a line break, so that a seal is never a token.
  async #sealOf(messageId: string): Promise<string> {
    return createHmac('sha256', await this.#key())
      .update(`mail\n${messageId}`)
      .digest('hex')
      .slice(0, 32)
  }

  async #tokenOf(chat: ExternalChatId): Promise<string> {
    return createHmac('sha256', await this.#key())
      .update(chat)
      .digest('hex')
      .slice(0, 24)
  }

  #key(): Promise<string> {
    this.#threadKey ??= this.#ctx.secrets.ensure(threadKeyName, () => randomBytes(32).toString('base64url'))
    return this.#threadKey
  }
}

/** A mail that comes again after this long is a new one. */
const keptMs = 90 * 86_400_000
