import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  canSeeTicket,
  maskName,
  maskNumber,
  Refusal,
  seesMasked,
  type Logger,
  type Part,
  type Viewer,
} from '@recado/contracts'
import { audit } from '../../audit/audit.ts'
import type { Clock } from '../../base/clock.ts'
import type { Database } from '../../db/database.ts'
import { FairPlaces } from '../../isolation/fair-places.ts'
import { isolated } from '../../isolation/isolated.ts'
import type { MediaStore } from '../../media/media.ts'
import { drawablePixels, pixelsOf } from '../../files/pixels.ts'
import type { SettingsReader } from '../../settings/settings-reader.ts'
import type { TenantsService } from '../../tenants/tenants.service.ts'
import { factsOf } from '../../tickets/ticket-lock.ts'
import { maskedAuthor } from '../../realtime/message-masks.ts'
import { messageRows, type MessageRow } from '../message-rows.ts'
import { bodyOf } from '../outgoing.ts'
import type { TranscriptEntry, TranscriptHead } from './transcript-document.ts'
import type { TranscriptInput } from './transcript-worker.ts'
import { transcriptWords, type TranscriptWords } from './transcript-words.ts'

export interface TranscriptDeps {
  readonly db: Database
  readonly media: MediaStore
  readonly settings: SettingsReader
  readonly tenants: Pick<TenantsService, 'get'>
  readonly clock: Clock
  readonly log: Logger
}

/** Messages read at once. */
const pageSize = 200
/** Greatest size of a shown picture, and number of them: the rest is listed by name. */
const pictureBytes = 2_000_000
const picturesAtMost = 100
const drawable = new Set(['image/png', 'image/jpeg'])
/** A PNG is drawn point by point when it is put on paper. A large screen has a quarter of these. */
const pixelsAtMost = 16_000_000

const writer = new URL('./transcript-worker.ts', import.meta.url)
/** A message as long as can be stored takes a third of a second to lay out. */
const limits = { stepMs: 60_000, totalMs: 300_000, heapMb: 400 } as const
/** A slow reader occupies a place of the node. */
const longestReadingMs = 300_000

interface Head {
  user_id: string | null
  queue_id: string | null
  bot: string | null
  protocol: string
  contact: string
  number: string | null
  connection: string
  first: Date | null
  last: Date | null
}
interface Writing {
  readonly viewer: Viewer
  readonly words: TranscriptWords
  readonly masked: boolean
  readonly contact: string
  readonly day: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
  pictures: number
}

/** Conversations as documents to keep or hand on (S2-059). */
export class Transcripts {
  readonly #deps: TranscriptDeps
  readonly #places = new FairPlaces({ atOnce: 3, each: 1, waitingAtMost: 40, waitingEach: 10 })
  constructor(deps: TranscriptDeps) {
    this.#deps = deps
  }

  /**
   * GET /tickets/{ticketId}/pdf: the whole conversation as the viewer may see it. Streamed; the export is audited.
   * Written in a worker thread, a few at once on a node. `signal` ends the wait for a place.
   * @throws Refusal ERR_NO_TICKET_FOUND, ERR_TOO_MANY_REQUESTS
   */
  async export(viewer: Viewer, ticketId: string, signal?: AbortSignal): Promise<Response> {
    const { db, settings, tenants, clock, log } = this.#deps
    const visibility = await settings.visibility(viewer.tenantId)
    const [[head], tenant] = await Promise.all([
      db
        .read(viewer.tenantId, (sql) => [
          sql<Head>`
        select t.user_id, t.queue_id, t.bot, t.protocol, c.name as contact, c.number, k.name as connection,
               (select min(m.sent_at)
                  from core.message m
                 where m.tenant_id = t.tenant_id and m.ticket_id = t.id) as first,
               (select max(m.sent_at)
                  from core.message m
                 where m.tenant_id = t.tenant_id and m.ticket_id = t.id) as last
          from core.ticket t
          join core.contact c on c.tenant_id = t.tenant_id and c.id = t.contact_id
          join core.connection k on k.tenant_id = t.tenant_id and k.id = t.connection_id
         where t.tenant_id = ${viewer.tenantId} and t.id = ${ticketId}`,
        ])
        .then(([rows]) => rows),
      tenants.get(viewer.tenantId),
    ])
    if (!head || !tenant || !canSeeTicket(viewer, factsOf(head), visibility)) throw new Refusal('ERR_NO_TICKET_FOUND')
    await db.tenant(viewer.tenantId, (tx) =>
      audit(tx, { tenantId: viewer.tenantId, userId: viewer.userId, action: 'tickets.export', subject: ticketId }),
    )

    const masked = seesMasked(viewer, visibility)
    const words = transcriptWords[viewer.locale]
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(viewer.locale, { timeZone: tenant.timeZone, ...options })
    const full = format({ dateStyle: 'short', timeStyle: 'short' })
    const contact = masked ? maskName(head.contact) : head.contact
    const number = head.number === null ? '' : ` · ${masked ? maskNumber(head.number) : head.number}`
    const written: TranscriptHead = {
      company: tenant.name,
      exported: words.exported(viewer.name, `${full.format(clock.now())} (${tenant.timeZone})`),
      facts: [
        [words.contact, contact + number],
        [words.protocol, head.protocol],
        [words.channel, head.connection],
        ...(head.first && head.last
          ? [[words.period, `${full.format(head.first)} – ${full.format(head.last)}`] as const]
          : []),
      ],
    }
    const writing: Writing = {
      viewer,
      words,
      masked,
      contact,
      day: format({ dateStyle: 'full' }),
      time: format({ timeStyle: 'short' }),
      pictures: 0,
    }
    const leave = await this.#places.take(viewer.tenantId, signal)
    const input: TranscriptInput = { head: written, locale: viewer.locale }
    const pieces = isolated<TranscriptEntry, Uint8Array>(writer, {
      input,
      feed: this.#entries(writing, ticketId),
      limits,
    })
    const stream = Readable.from(pieces, { objectMode: false })
    const facts = { tenant: viewer.tenantId, ticket: ticketId }
    stream.once('error', (error) =>
      log.warn({ err: error, ...facts }, 'a conversation could not be exported to its end'),
    )
    const late = setTimeout(() => stream.destroy(new Error('its reader took too long')), longestReadingMs)
    // The stream closes in any case: at its end, when it fails, and when its reader leaves, even before the first
    // piece.
    stream.once('close', () => {
      clearTimeout(late)
      leave()
    })
    const name = `${head.protocol.replace(/[^\w.-]+/g, '-')}.pdf`
    return new Response(Readable.toWeb(stream) as unknown as BodyInit, {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      },
    })
  }

  /** The messages one after another, as they are asked for. */
  async *#entries(writing: Writing, ticketId: string): AsyncGenerator<TranscriptEntry> {
    const { tenantId } = writing.viewer
    for (let after: MessageRow | undefined; ;) {
      const last = after
      const [rows] = await this.#deps.db.read(tenantId, (sql) => [
        messageRows(
          sql,
          sql`
        select m.* from core.message m where m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId}
           and ${last ? sql`(m.sent_at, m.id) > (${last.sent_key}::text::timestamptz, ${last.id}::uuid)` : sql`true`}
         order by m.sent_at, m.id limit ${pageSize}`,
        ),
      ])
      for (const row of rows) yield await this.#entry(row, writing)
      if (rows.length < pageSize) return
      after = rows.at(-1)
    }
  }

  async #entry(row: MessageRow, writing: Writing): Promise<TranscriptEntry> {
    const { words, masked, contact } = writing
    const sender = masked ? maskedAuthor(row.from_me, row.username) : row.username
    return {
      day: writing.day.format(row.sent_at),
      at: writing.time.format(row.sent_at),
      who: sender ?? (row.from_me ? words.team : contact),
      marks: [...(row.edited_at ? [words.edited] : []), ...(row.status === 'failed' ? [words.notSent] : [])],
      lines: row.deleted_at ? [words.deleted] : row.parts.flatMap((part) => linesOf(part, words)),
      pictures: row.deleted_at ? [] : await this.#pictures(row.parts, writing),
    }
  }

  async #pictures(parts: readonly Part[], writing: Writing): Promise<Buffer[]> {
    const found: Buffer[] = []
    for (const part of parts) {
      if (part.kind !== 'media' || !drawable.has(part.mime) || writing.pictures >= picturesAtMost) continue
      const info = await this.#deps.media.info(writing.viewer.tenantId, part.media)
      if (!info || info.bytes > pictureBytes) continue
      const bytes = await this.#bytesOf(writing.viewer.tenantId, part.media)
      if (
        !bytes ||
        (pixelsOf(bytes, part.mime) ?? Infinity) > (part.mime === 'image/png' ? pixelsAtMost : drawablePixels)
      )
        continue
      found.push(bytes)
      writing.pictures++
    }
    return found
  }

  /** Undefined for a file that cannot be read: its name stands there, and the conversation goes on. */
  async #bytesOf(tenantId: string, media: string): Promise<Buffer | undefined> {
    try {
      return await buffer((await this.#deps.media.open(tenantId, media)).stream)
    } catch (error) {
      this.#deps.log.warn({ err: error, tenant: tenantId, media }, 'a picture of a conversation could not be read')
      return undefined
    }
  }
}

/** Lines of a part on paper: its text, and the names of content that cannot be shown. */
function linesOf(part: Part, words: TranscriptWords): string[] {
  switch (part.kind) {
    case 'media':
    case 'pendingMedia':
      return [
        `[${words.kinds[part.as]}${part.name === undefined ? '' : `: ${part.name}`}]`,
        ...(part.caption ? [part.caption] : []),
      ]
    case 'location':
      return [
        `[${words.kinds.location}] ` +
          [part.name, part.address, `${part.lat}, ${part.lng}`]
            .filter((piece) => piece !== undefined && piece !== '')
            .join(', '),
      ]
    case 'contacts':
      return part.contacts.map(
        ({ name, organisation = [], phones, emails = [] }) =>
          `[${words.kinds.contacts}] ${[name].concat(organisation, phones, emails).join(', ')}`,
      )
    case 'unsupported':
      return [`[${words.kinds.unsupported}]`]
    default:
      return bodyOf([part]) === '' ? [] : [bodyOf([part])]
  }
}
