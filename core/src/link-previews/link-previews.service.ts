import { createHash } from 'node:crypto'
import { buffer as bytesOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import {
  canSeeTicket,
  previewedLink,
  Refusal,
  type LinkPreview,
  type Logger,
  type Part,
  type SentLink,
  type Viewer,
} from '@recado/contracts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Clock } from '../base/clock.ts'
import { queriesOf, type Database } from '../db/database.ts'
import { FairPlaces } from '../isolation/fair-places.ts'
import type { MediaStore } from '../media/media.ts'
import type { SquarePicture } from '../media/square-picture.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { factsOf, type FactsRow } from '../tickets/ticket-lock.ts'
import type { PageHead } from './page-head.ts'
import { claimedPreview, deleteExpired, keptPreview, storedPreview, type StoredPreview } from './preview-rows.ts'
import type { WebPages } from './web-pages.ts'

const minute = 60_000
/** How long what came of a fetch is kept; a page is asked no sooner again, whoever looks. */
const keptMs = { found: 7 * 1_440 * minute, none: 1_440 * minute, failed: 15 * minute } as const
/** Longer than the page, its picture and the drawing of it may take together. */
const claimMs = minute
/** Between two looks at a page that another node reads. */
const askedAgainMs = 250
/** A day: a list that stays open over a shift keeps its pictures. */
const shownMs = 1_440 * minute
/** A message waits this long for the preview of its link. */
const sentWithinMs = 5_000
const defaultPlaces = { atOnce: 8, each: 3, waitingAtMost: 400, waitingEach: 60 } as const
const companiesAtOnce = 500
const rowsAtOnce = 1_000

export interface LinkPreviewsDeps {
  readonly db: Database
  readonly settings: Pick<SettingsReader, 'get' | 'visibility'>
  readonly channels: Pick<ChannelCatalogue, 'find'>
  readonly pages: WebPages
  /** Within the storage of the company: without room a preview has no picture. */
  readonly media: Pick<MediaStore, 'put' | 'open' | 'sign'>
  readonly square: SquarePicture
  readonly clock: Clock
  readonly log: Logger
}

interface MessageRow extends FactsRow {
  readonly parts: Part[]
  readonly is_deleted: boolean
  readonly type: string
  readonly locale: string
}

/**
 * Previews of links (decision 155). A page is fetched when somebody looks at a message with its link, once for a
 * company within the time for which the answer is kept, on one node.
 */
export class LinkPreviews {
  readonly #deps: LinkPreviewsDeps
  readonly #places: FairPlaces
  /** Fetches under way on this node, by company and digest. */
  readonly #coming = new Map<string, Promise<StoredPreview>>()

  constructor(deps: LinkPreviewsDeps, places = new FairPlaces(defaultPlaces)) {
    this.#deps = deps
    this.#places = places
  }

  /**
   * GET /messages/{messageId}/link-preview: the page behind the first link of a message; null where there is none to
   * show, or the company wants none. The address is the message's: nobody can name another one.
   *
   * @throws Refusal ERR_NO_MESSAGE_FOUND, ERR_TOO_MANY_REQUESTS
   */
  async of(viewer: Viewer, messageId: string): Promise<LinkPreview | null> {
    const { db, settings, channels, media } = this.#deps
    const { tenantId } = viewer
    const visibility = await settings.visibility(tenantId)
    const [[message]] = await db.read(tenantId, (sql) => [
      sql<MessageRow>`
        select t.user_id, t.queue_id, t.bot, m.parts, m.deleted_at is not null as is_deleted, k.type, c.locale
          from core.message m
          join core.ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
          join core.connection k on k.tenant_id = m.tenant_id and k.id = m.connection_id
          join core.tenant c on c.id = m.tenant_id
         where m.tenant_id = ${tenantId} and m.id = ${messageId}`,
    ])
    if (!message || !canSeeTicket(viewer, factsOf(message), visibility)) throw new Refusal('ERR_NO_MESSAGE_FOUND')
    if (message.is_deleted || !(await settings.get(tenantId, 'linkPreviews'))) return null
    const url = previewedLink(message.parts, channels.find(message.type)?.spec.capabilities)
    if (url === undefined) return null
    const stored = await this.#shared(tenantId, fetched(url), message.locale)
    if (stored.state !== 'found') return null
    return {
      url,
      host: new URL(url).host,
      finalHost: stored.final_host,
      siteName: stored.site_name,
      title: stored.title,
      description: stored.description,
      picture: stored.picture && media.sign(tenantId, stored.picture, shownMs, pictureName),
    }
  }

  /**
   * The page behind the first link of a message that a channel of this type is about to send; undefined where there is
   * none to show, the company wants none, or it says nothing in time: a message does not wait long for it.
   */
  async ofSent(tenantId: string, parts: readonly Part[], type: string): Promise<SentLink | undefined> {
    const { db, settings, channels, log } = this.#deps
    const url = previewedLink(parts, channels.find(type)?.spec.capabilities)
    if (url === undefined || !(await settings.get(tenantId, 'linkPreviews'))) return undefined
    const [[company]] = await db.read(tenantId, (sql) => [
      sql<{ locale: string }>`select locale from core.tenant where id = ${tenantId}`,
    ])
    const over = new AbortController()
    const late = pause(sentWithinMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined)
    const found = this.#sentLink(tenantId, url, company!.locale).catch((error: unknown) => {
      log.debug({ err: error, tenant: tenantId }, 'a link goes out without its preview')
      return undefined
    })
    return Promise.race([found, late]).finally(() => over.abort())
  }

  async #sentLink(tenantId: string, url: string, language: string): Promise<SentLink | undefined> {
    const stored = await this.#shared(tenantId, fetched(url), language)
    if (stored.state !== 'found' || stored.title === null) return undefined
    return {
      url,
      title: stored.title,
      description: stored.description,
      thumbnail: stored.picture === null ? null : await this.#thumbnail(tenantId, stored.picture),
    }
  }

  async #thumbnail(tenantId: string, picture: string): Promise<Uint8Array | null> {
    const { media, square, log } = this.#deps
    try {
      const { stream, mime } = await media.open(tenantId, picture)
      return await square(tenantId, { bytes: await bytesOf(stream), mime, name: pictureName }, 'jpeg')
    } catch (error) {
      log.debug({ err: error, tenant: tenantId }, 'the picture of a link could not be drawn')
      return null
    }
  }

  /** Deletes what has expired, company by company. Any number of nodes may sweep. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#deps
    const before = clock.now()
    for (let after: string | null = null; ;) {
      const companies: { tenant_id: string }[] = await db.raw<{ tenant_id: string }[]>`
        select tenant_id
          from core.expired_link_previews(${before.toISOString()}::timestamptz, ${after}, ${companiesAtOnce})`
      for (const { tenant_id } of companies)
        while ((await deleteExpired(db, tenant_id, before, rowsAtOnce)) === rowsAtOnce);
      if (companies.length < companiesAtOnce) return
      after = companies.at(-1)!.tenant_id
    }
  }

  #shared(tenantId: string, address: string, language: string): Promise<StoredPreview> {
    const digest = createHash('sha256').update(address).digest()
    const key = `${tenantId} ${digest.toString('base64')}`
    const coming =
      this.#coming.get(key) ??
      this.#settled(tenantId, { address, digest, language }).finally(() => this.#coming.delete(key))
    this.#coming.set(key, coming)
    return coming
  }

  async #settled(tenantId: string, page: WantedPage): Promise<StoredPreview> {
    for (;;) {
      const [[stored]] = await this.#deps.db.read(tenantId, (sql) => [
        storedPreview(sql, tenantId, page.digest, this.#deps.clock.now()),
      ])
      if (stored && stored.state !== 'fetching') return stored
      const own = stored ? undefined : await this.#places.run(tenantId, () => this.#fetchIfFree(tenantId, page))
      if (own) return own
      // Another node reads the page; should it end before it is done, its claim expires.
      await pause(askedAgainMs)
    }
  }

  async #fetchIfFree(tenantId: string, page: WantedPage): Promise<StoredPreview | undefined> {
    const { db, clock, pages } = this.#deps
    const now = clock.now()
    const [claimed] = await db.write(tenantId, (sql) => [
      claimedPreview(sql, tenantId, page.digest, now, new Date(now.getTime() + claimMs)),
    ])
    if (claimed.length === 0) return undefined
    const answer = await pages.head(page.address, page.language)
    if (answer.kind !== 'found') return this.#keep(tenantId, page, { state: answer.kind })
    const { head, finalAddress } = answer
    const preview = {
      state: 'found',
      final_host: otherHost(page.address, finalAddress),
      site_name: head.siteName,
      title: head.title,
      description: head.description,
      picture: null,
    } as const
    return (await this.#keepWithPicture(tenantId, page, preview, head)) ?? this.#keep(tenantId, page, preview)
  }

  async #keep(tenantId: string, page: WantedPage, preview: StoredPreview): Promise<StoredPreview> {
    await this.#deps.db.write(tenantId, (sql) => [
      keptPreview(sql, tenantId, page.digest, preview, this.#until(preview)),
    ])
    return preview
  }

  /** Undefined where the page names no picture that can be drawn, or there is no room for one. */
  async #keepWithPicture(
    tenantId: string,
    page: WantedPage,
    preview: StoredPreview & { readonly state: 'found' },
    head: PageHead,
  ): Promise<StoredPreview | undefined> {
    const { pages, square, media, log } = this.#deps
    const picture = head.picture === null ? undefined : await pages.picture(head.picture)
    if (!picture) return undefined
    try {
      const drawn = await square(tenantId, { ...picture, name: pictureName })
      let kept: StoredPreview = preview
      await media.put(tenantId, drawn, { name: pictureName, mime: 'image/webp' }, async (tx, id) => {
        kept = { ...preview, picture: id }
        await keptPreview(queriesOf(tx), tenantId, page.digest, kept, this.#until(kept))
      })
      return kept
    } catch (error) {
      log.debug({ err: error, tenant: tenantId }, 'the picture of a link could not be kept')
      return undefined
    }
  }

  #until(preview: StoredPreview): Date {
    const ms = preview.state === 'fetching' ? claimMs : keptMs[preview.state]
    return new Date(this.#deps.clock.now().getTime() + ms)
  }
}

interface WantedPage {
  readonly address: string
  readonly digest: Buffer
  readonly language: string
}

const pictureName = 'preview.webp'

/** The address as it leaves: what stands behind `#` is the browser's. */
function fetched(link: string): string {
  const url = new URL(link)
  url.hash = ''
  return url.href
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

function otherHost(asked: string, final: string): string | null {
  const [from, to] = [new URL(asked).host, new URL(final).host]
  return withoutWww(from) === withoutWww(to) ? null : to
}
