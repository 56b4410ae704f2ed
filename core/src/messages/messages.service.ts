import {
  canSeeTicket,
  type ChannelCapabilities,
  type MediaId,
  type MessageId,
  type MessagePage,
  type MessageQuery,
  type MessageSearchPage,
  type MessageSearchQuery,
  mediaKindOf,
  mint,
  type OutgoingPart,
  type Part,
  Refusal,
  signedText,
  type UploadedFile,
  type SendingFor,
  type Viewer,
} from '@recado/contracts'
import { sql as drizzleSql } from 'drizzle-orm'
import type * as z from 'zod'
import type { EventBus } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import { askAgain } from '../channels/awaited-media.ts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import { requireWindow } from '../channels/service-window.ts'
import type { Clock } from '../base/clock.ts'
import type { MediaStore } from '../media/media.ts'
import type { SignedMedia } from '../media/store.ts'
import type { Sound, Transcoder } from '../media/transcode.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import type { ServiceWindows } from '../tickets/ticket-rows.ts'
import { factsOf } from '../tickets/ticket-lock.ts'
import { readThread } from './message-page.ts'
import { announceOutbound, frontOf, outboundRefusal, outboundStatements, storedIds, type Sender } from './outbound.ts'
import {
  carried,
  composeMessages,
  conversionOf,
  requireImages,
  reworded,
  signedPart,
  type StoredFile,
} from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'
import type { ScheduledMessagesService, SendLater } from './scheduled-messages.service.ts'
import { searchMessages } from './search/message-search.ts'
import { sendingTarget, type Sees, type SendingTarget } from './sending-target.ts'
import { signatureFor } from './signing.ts'
import { attachedFiles, requireWithinLimits, withStoredFiles } from './stored-files.ts'

export interface MessagesDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly feed: TicketFeed
  readonly media: MediaStore & Pick<SignedMedia, 'resolve'>
  readonly transcoder: Transcoder
  readonly settings: SettingsReader
  readonly channels: ChannelCatalogue
  readonly windows: () => ServiceWindows
  readonly clock: Clock
  /** Keeps what is to be sent later. */
  readonly later: Pick<ScheduledMessagesService, 'add'>
  /**
   * Signals the sender of a connection after commit. May wait for the first attempt at the messages, as the
   * installation is set.
   */
  readonly deliver: (connectionId: string, messageIds: readonly string[]) => Promise<void>
  /** Called when answering marked messages as read: the channel may tell the contact. */
  readonly onRead: (tenantId: string, ticketId: string) => void
  /** Signals the fetcher of a connection's files, after commit. */
  readonly awaited: (connectionId: string) => void
}

/** `attachments`: paths of files that were uploaded before; they come before `files`. */
export interface Outgoing {
  readonly text: string
  readonly files: readonly UploadedFile[]
  readonly attachments?: readonly string[]
  readonly parts?: readonly OutgoingPart[]
  readonly replyToId?: string | null | undefined
  readonly idFront?: string | undefined
  readonly voice?: boolean | undefined
  readonly signed?: boolean | undefined
  readonly later?: SendLater | undefined
  /** A program sends it in the agent's name. */
  readonly as?: SendingFor | undefined
}
/** Author of a message: an agent, or a plugin acting for the tenant. */
interface Author extends Sees, Sender {}

export class MessagesService {
  readonly #deps: MessagesDeps
  constructor(deps: MessagesDeps) {
    this.#deps = deps
  }

  page(viewer: Viewer, ticketId: string, query: z.output<typeof MessageQuery>): Promise<MessagePage> {
    return readThread(this.#deps, viewer, ticketId, query)
  }

  async search(viewer: Viewer, query: z.output<typeof MessageSearchQuery>): Promise<MessageSearchPage> {
    return searchMessages(
      this.#deps,
      viewer,
      query,
      await this.#deps.settings.visibility(viewer.tenantId),
      this.#deps.windows(),
      this.#deps.clock.now(),
    )
  }

  /**
   * POST /messages/{ticketId}: stores and queues, or keeps for later; delivery follows by itself. Repeating an idFront
   * sends nothing again. Answers what was stored, by this call or by the first of its idFront; nothing for what waits.
   */
  async send(viewer: Viewer, ticketId: string, outgoing: Outgoing): Promise<readonly MessageId[]> {
    const author = await this.#agent(viewer, outgoing.as)
    const ticket = await sendingTarget(this.#deps, viewer.tenantId, ticketId, author)
    const { text: written, voice, signed } = outgoing
    const signature = await signatureFor(this.#deps, viewer.tenantId, ticket, signed)
    const text = signedText(written, signature, ticket.capabilities.text.signature)
    const sentBefore = (header: string) => this.#hasHeader(viewer.tenantId, ticketId, header)
    const proofs = { media: this.#deps.media, sentBefore }
    const proven = await withStoredFiles(proofs, viewer.tenantId, outgoing.parts ?? [], ticket.capabilities)
    const parts = proven.map((part) => signedPart(part, signature, ticket.capabilities))
    requireImages(outgoing.files)
    const attached = await attachedFiles(this.#deps.media, viewer.tenantId, outgoing.attachments ?? [])
    // Refused before any file is stored: the pieces only need type and size. Whether the window will be open later,
    // nobody knows yet.
    const named = [
      ...attached,
      ...outgoing.files.map((file) => ({
        id: newId(),
        mime: file.mime,
        bytes: file.bytes.byteLength,
        name: file.name,
      })),
    ]
    requireWithinLimits(named, parts)
    const drafted = composeMessages({ text, files: named, parts, voice }, ticket.capabilities)
    if (!outgoing.later?.scheduled)
      await requireWindow(
        this.#deps.db,
        viewer.tenantId,
        { ticketId },
        ticket.capabilities,
        drafted,
        this.#deps.clock.now(),
      )
    const files: StoredFile[] = []
    for (const file of attached) files.push(await this.#sendable(viewer.tenantId, file, ticket.capabilities, voice))
    for (const file of outgoing.files)
      files.push(
        await this.#sendable(
          viewer.tenantId,
          await this.#deps.media.put(viewer.tenantId, file.bytes, { name: file.name, mime: file.mime }),
          ticket.capabilities,
          voice,
        ),
      )
    const messages = composeMessages({ text, files, parts, voice }, ticket.capabilities)
    // Signed when it leaves: by the name that its author has then, and as the company wants it then.
    if (outgoing.later) {
      await this.#deps.later.add(
        viewer,
        ticketId,
        reworded(messages, (words) => (words === text ? written : words)),
        {
          ...outgoing.later,
          isSigned: written === '' ? null : signature !== null,
          replyToId: outgoing.replyToId,
          idFront: outgoing.idFront,
        },
      )
      return []
    }
    const stored = await this.#store(
      viewer.tenantId,
      ticketId,
      ticket,
      messages,
      author,
      outgoing.replyToId,
      outgoing.idFront,
    )
    return (
      stored.length > 0 || outgoing.idFront === undefined
        ? stored
        : await this.#storedBefore(
            viewer,
            ticketId,
            messages.map((_, piece) => frontOf(outgoing.idFront!, piece)),
          )
    ) as MessageId[]
  }

  /**
   * Content that is stored already, as messages of this agent; `fit` makes of it what the ticket's channel can carry.
   */
  async sendStored(
    viewer: Viewer,
    ticketId: string,
    fit: (capabilities: ChannelCapabilities) => readonly MessageParts[],
  ): Promise<void> {
    const author = await this.#agent(viewer)
    const ticket = await sendingTarget(this.#deps, viewer.tenantId, ticketId, author)
    const messages = fit(ticket.capabilities)
    await requireWindow(
      this.#deps.db,
      viewer.tenantId,
      { ticketId },
      ticket.capabilities,
      messages,
      this.#deps.clock.now(),
    )
    const sendable = await Promise.all(
      messages.map((parts) => this.#sendableParts(viewer.tenantId, parts, ticket.capabilities)),
    )
    await this.#store(viewer.tenantId, ticketId, ticket, sendable, author, undefined, undefined)
  }

  /**
   * POST /messages/{messageId}/media/retry: asks again for the files that could not be had. Nothing happens when there
   * are none.
   */
  async retryMedia(viewer: Viewer, messageId: string): Promise<void> {
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    const asked = await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      const [row] = await tx.execute<{
        connection_id: string
        user_id: string | null
        queue_id: string | null
        bot: string | null
        is_active: boolean
      }>(drizzleSql`
        select m.connection_id, t.user_id, t.queue_id, t.bot, k.is_active and k.deleted_at is null as is_active
          from core.message m
          join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
          join core.connection k on k.tenant_id = m.tenant_id and k.id = m.connection_id
         where m.tenant_id = ${viewer.tenantId} and m.id = ${messageId}`)
      if (!row || !canSeeTicket(viewer, factsOf(row), settings)) throw new Refusal('ERR_NO_MESSAGE_FOUND')
      if (!row.is_active) throw new Refusal('ERR_CONNECTION_INACTIVE')
      return { connectionId: row.connection_id, message: await askAgain(tx, viewer.tenantId, messageId) }
    })
    if (!asked.message) return
    this.#deps.awaited(asked.connectionId)
    void this.#deps.feed.show(viewer.tenantId, { messages: [{ ...asked.message, type: 'chat:update' }] })
  }

  /**
   * A plugin's message as itself: `key` takes the place of idFront. Answers the stored message's id, or undefined for a
   * repeated key.
   */
  async sendParts(
    tenantId: string,
    ticketId: string,
    parts: MessageParts,
    key: string,
    {
      plugin,
      evenClosed,
      as = 'bot',
    }: { readonly plugin: string; readonly evenClosed: boolean; readonly as?: 'bot' | SendingFor | undefined },
  ): Promise<string | undefined> {
    const author: Author = { userId: null, sendType: as, plugin, evenClosed, sees: () => true }
    const target = await sendingTarget(this.#deps, tenantId, ticketId, author)
    const { capabilities } = target
    const [first, ...others] = parts.flatMap((part) => carried(part, capabilities))
    if (!first) throw new Refusal('ERR_CREATING_MESSAGE')
    const message: MessageParts = [first, ...others]
    await requireWindow(this.#deps.db, tenantId, { ticketId }, capabilities, [message], this.#deps.clock.now())
    const [id] = await this.#store(
      tenantId,
      ticketId,
      target,
      [await this.#sendableParts(tenantId, message, capabilities)],
      author,
      undefined,
      key,
    )
    return id
  }

  async #hasHeader(tenantId: string, ticketId: string, header: string): Promise<boolean> {
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      sql`
      select 1 from core.message
       where tenant_id = ${tenantId} and ticket_id = ${ticketId} and from_me and deleted_at is null
         and parts @> jsonb_build_array(jsonb_build_object('kind', 'template', 'header', ${header}::text)) limit 1`,
    ])
    return rows.length > 0
  }

  async #storedBefore(viewer: Viewer, ticketId: string, fronts: readonly string[]): Promise<string[]> {
    const [rows] = await this.#deps.db.read(viewer.tenantId, (sql) => [
      sql<{ id: string }>`
      select id
        from core.message
       where tenant_id = ${viewer.tenantId}
         and ticket_id = ${ticketId}
         and user_id = ${viewer.userId}
         and id_front = any (${[...fronts]}::text[])
       order by array_position(${[...fronts]}::text[], id_front)`,
    ])
    return rows.map(({ id }) => id)
  }

  async #agent(viewer: Viewer, as: 'chat' | SendingFor = 'chat'): Promise<Author> {
    const settings = await this.#deps.settings.visibility(viewer.tenantId)
    return {
      userId: viewer.userId,
      sendType: as,
      sees: (ticket) => canSeeTicket(viewer, factsOf(ticket), settings),
    }
  }

  /** The file as the channel takes it; of a voice note also how long and how loud it is. */
  async #sendable<File extends StoredFile>(
    tenantId: string,
    file: File,
    capabilities: ChannelCapabilities,
    voice: boolean | undefined,
  ): Promise<File & { readonly sound?: Sound | undefined }> {
    const sendable = await this.#converted(tenantId, file, capabilities, voice)
    if (mediaKindOf(file.mime, capabilities, voice) !== 'voice') return sendable
    return { ...sendable, sound: await this.#deps.transcoder.listen(tenantId, sendable) }
  }

  async #converted<File extends StoredFile>(
    tenantId: string,
    file: File,
    capabilities: ChannelCapabilities,
    voice: boolean | undefined,
  ): Promise<File> {
    const wanted = conversionOf(file.mime, capabilities, voice)
    if (wanted === undefined) return file
    const converted = await this.#deps.transcoder.convert(tenantId, file, wanted)
    // The channel would take a sound: this one cannot be read, or not in time.
    if (!converted)
      throw new Refusal(wanted.startsWith('audio/') ? 'ERR_AUDIO' : 'ERR_CHANNEL_UNSUPPORTED', {
        detail: file.name ?? file.mime,
      })
    return { ...file, ...converted }
  }

  /** The same for files that are stored already. */
  async #sendableParts(
    tenantId: string,
    parts: MessageParts,
    capabilities: ChannelCapabilities,
  ): Promise<MessageParts> {
    const sendable = await Promise.all(
      parts.map(async (part): Promise<Part> => {
        if (part.kind !== 'media') return part
        const { id, mime, bytes, name, sound } = await this.#sendable(
          tenantId,
          { id: part.media as string, mime: part.mime, bytes: part.bytes ?? 0, name: part.name ?? null },
          capabilities,
          part.as === 'voice',
        )
        return { ...part, media: mint<MediaId>(id), mime, bytes, ...(name !== null && { name }), ...sound }
      }),
    )
    return sendable as [Part, ...Part[]]
  }

  async #store(
    tenantId: string,
    ticketId: string,
    target: Pick<SendingTarget, 'connectionId' | 'capabilities'>,
    messages: readonly MessageParts[],
    author: Sender,
    replyToId: string | null | undefined,
    idFront: string | undefined,
  ): Promise<string[]> {
    const stored = await this.#deps.db
      .write(tenantId, (sql) => outboundStatements(sql, { tenantId, ticketId, messages, author, replyToId, idFront }))
      .then(storedIds)
      .catch((error: unknown) => {
        throw outboundRefusal(error)
      })
    await announceOutbound(this.#deps, { tenantId, ticketId, target, userId: author.userId }, stored)
    return stored
  }
}
