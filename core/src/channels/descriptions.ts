import { setTimeout as delay } from 'node:timers/promises'
import {
  isSupported,
  type ChannelSession,
  type InboundMessage,
  type Logger,
  type UploadedFile,
} from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'
import { sniff } from '../files/sniff.ts'
import type { Database } from '../db/database.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import { channelErrorOf } from './delivery-outcome.ts'
import type { Source } from './inbound-source.ts'

interface DescriptionsDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit' | 'on'>
  readonly channels: Pick<ChannelCatalogue, 'find'>
  readonly session: (connectionId: string) => ChannelSession | undefined
  readonly describe: (
    tenantId: string,
    contactId: string,
    told: { name?: string; picture?: UploadedFile },
  ) => Promise<void>
  readonly log: Logger
}

const keyOf = (connectionId: string, chat: string): string => `${connectionId} ${chat}`

interface Wanted {
  readonly tenantId: string
  readonly connectionId: string
  readonly chat: string
}

const topic = 'channels.describe'
/** A chat is asked about once in this time, on each node that it is heard of. */
const restMs = 24 * 3_600_000
/** More chats than this are forgotten at once; they are asked about again. */
const mostRemembered = 50_000
/** Of one connection; what comes on top is asked about when it is heard of again. */
const mostWaiting = 1_000
/** A provider is asked this often at most. */
const everyMs = 250
const limitMs = 20_000
/** S5-038. */
const maxPictureBytes = 5_000_000

/**
 * Asks providers who writes, where their messages do not say it: behind the messages, one chat after another, on the
 * node that holds the session. What is lost by a restart is asked again with the next message of the chat.
 */
export class Descriptions {
  readonly #deps: DescriptionsDeps
  readonly #leave: () => void
  readonly #asked = new Map<string, number>()
  readonly #waiting = new Map<string, Wanted[]>()
  readonly #closing = new AbortController()

  constructor(deps: DescriptionsDeps) {
    this.#deps = deps
    this.#leave = deps.bus.on(topic, (data) => this.#take(data as Wanted))
  }

  /** Call after the messages are stored. */
  heard({ tenantId, connectionId, type }: Source, messages: readonly Pick<InboundMessage, 'chat' | 'sender'>[]): void {
    if (!isSupported(this.#deps.channels.find(type)?.spec.capabilities.profiles ?? 'rejected')) return
    const now = performance.now()
    if (this.#asked.size >= mostRemembered) this.#asked.clear()
    for (const { chat, sender } of messages) {
      const key = keyOf(connectionId, chat)
      if (sender.isSelf || now - (this.#asked.get(key) ?? -Infinity) < restMs) continue
      this.#asked.set(key, now)
      const wanted = { tenantId, connectionId, chat }
      if (this.#deps.session(connectionId)) this.#take(wanted)
      else this.#deps.bus.emit(topic, wanted)
    }
  }

  close(): void {
    this.#leave()
    this.#closing.abort()
  }

  #take(wanted: Wanted): void {
    if (this.#closing.signal.aborted || !this.#deps.session(wanted.connectionId)) return
    const waiting = this.#waiting.get(wanted.connectionId)
    if (waiting) {
      if (waiting.length < mostWaiting) waiting.push(wanted)
      return
    }
    const line = [wanted]
    this.#waiting.set(wanted.connectionId, line)
    void this.#work(wanted.connectionId, line)
  }

  async #work(connectionId: string, line: Wanted[]): Promise<void> {
    for (let next = line.shift(); next && !this.#closing.signal.aborted; next = line.shift()) {
      try {
        if (await this.#ask(next)) await delay(everyMs, undefined, { signal: this.#closing.signal, ref: false })
      } catch (error) {
        this.#failed(connectionId, error)
        // What never reached the provider is asked with the next message.
        if (channelErrorOf(error).kind === 'network') this.#asked.delete(keyOf(connectionId, next.chat))
      }
    }
    this.#waiting.delete(connectionId)
  }

  #failed(connectionId: string, error: unknown): undefined {
    this.#deps.log.info(
      { connection: connectionId, code: channelErrorOf(error).code },
      'a chat could not be described wholly',
    )
  }

  /** True if the provider was asked. */
  async #ask({ tenantId, connectionId, chat }: Wanted): Promise<boolean> {
    const session = this.#deps.session(connectionId)
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{ id: string; lacks: boolean }>`
        select c.id, core.is_unnamed(c.tenant_id, c.id) or c.profile_pic_url is null as lacks
          from core.ticket t join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
         where t.tenant_id = ${tenantId} and t.connection_id = ${connectionId} and t.chat = ${chat} limit 1`,
    ])
    const [contact] = rows
    if (!session?.describe || !contact?.lacks) return false
    const signal = AbortSignal.any([AbortSignal.timeout(limitMs), this.#closing.signal])
    const told = await session.describe(chat as InboundMessage['chat'], signal)
    const name = told?.name?.trim()
    // The name is worth having without the picture.
    const picture =
      told?.picture === undefined
        ? undefined
        : await pictureOf(session, told.picture, signal).catch((error: unknown) => this.#failed(connectionId, error))
    await this.#deps.describe(tenantId, contact.id, { ...(name && { name }), ...(picture && { picture }) })
    return true
  }
}

/** The bytes of a picture; undefined for one that is too large. */
async function pictureOf(session: ChannelSession, ref: string, signal: AbortSignal): Promise<UploadedFile | undefined> {
  const file = await session.fetchMedia?.(ref, signal)
  if (!file) return undefined
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of file.stream) {
    length += chunk.length
    if (length > maxPictureBytes) return undefined
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  const claimed = file.mime ?? 'image/jpeg'
  return { field: 'picture', name: 'picture', claimed, mime: await sniff(bytes, claimed), bytes }
}
