import {
  ContactForgotten,
  Refusal,
  type ContactFootprint,
  type ErasurePreview,
  type ErasureReason,
  type Logger,
  type MediaId,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../db/database.ts'
import { sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import type { GradeKeeping } from '../facts/grade-keeping.ts'
import type { Jobs, RunningJob } from '../jobs/jobs.ts'
import type { FileRemoval } from '../media/file-removal.ts'
import type { PlacedBlobs } from '../media/media.ts'
import type { PluginHost } from '../plugins/host.ts'
import { derivedKey } from '../security/keys.ts'
import { seal, unseal } from '../security/sealed.ts'
import type { TicketFeed } from '../realtime/ticket-feed.ts'
import { ErasedAddresses } from '../contacts/erased-addresses.ts'
import { erasePerson, eraseMessages, messagesAtOnce, type Erased } from './erase-person.ts'
import { archiveOf } from './export-archive.ts'
import { countHoldings, findPerson } from './person.ts'
import { privacyRequest } from '../tables/privacy-request.table.ts'

export const erasureTask = 'privacy.erase'
const filesAtOnce = 100
/** Greatest number of tickets announced to open clients; older ones are read again when somebody opens them. */
const maxShownTickets = 200
/** Rests before plugins that could not do their part are asked again: a minute, doubling, an hour at most. */
const restMs = (attempt: number): number => Math.min(60_000 * 2 ** (attempt - 1), 3_600_000)

export interface ErasureDeps {
  readonly db: Database
  readonly bus: EventBus
  readonly jobs: Jobs
  readonly blobs: Pick<PlacedBlobs, 'remove'>
  readonly removeFiles: FileRemoval
  readonly clock: Clock
  readonly secret: string
  readonly feed: Pick<TicketFeed, 'removed'>
  readonly plugins: Pick<PluginHost, 'forget' | 'forgetters'>
  readonly grades: Pick<GradeKeeping, 'forget'>
  readonly log: Logger
}

/** Data of the person that plugins still have to erase, kept sealed until they have. */
interface Forgotten {
  readonly contact: string
  readonly footprint: ContactFootprint
}

/**
 * Erasing a person (LGPD art. 18, GDPR art. 17): asked for by an administrator, done by a job that may be killed at any
 * point and goes on where it was. First messages in batches, then the person in one transaction, then what plugins
 * hold, as often as it takes, and the files.
 */
export class Erasures {
  readonly #deps: ErasureDeps
  readonly #key: Buffer
  readonly #erased: ErasedAddresses

  constructor(deps: ErasureDeps) {
    this.#deps = deps
    this.#key = derivedKey(deps.secret, 'erasure footprints v1')
    this.#erased = new ErasedAddresses(deps.secret)
    deps.jobs.register(erasureTask, (job) => this.#run(job))
  }

  /** Counts of the data that would be erased. Nothing is changed. */
  preview(viewer: Viewer, contactId: string): Promise<ErasurePreview> {
    return this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      const person = await findPerson(tx, viewer.tenantId, contactId)
      if (!person) throw new Refusal('ERR_NO_CONTACT_FOUND')
      return {
        contact: { id: person.id, name: person.name },
        counts: await countHoldings(tx, viewer.tenantId, person.footprint.contacts),
        plugins: [...this.#deps.plugins.forgetters()],
      }
    })
  }

  /** @throws Refusal ERR_NO_CONTACT_FOUND, ERR_ERASURE_RUNNING */
  async request(viewer: Viewer, contactId: string, reason: ErasureReason): Promise<string> {
    const { tenantId, userId } = viewer
    const id = newId()
    try {
      await this.#deps.db.tenant(tenantId, async (tx) => {
        const person = await findPerson(tx, tenantId, contactId)
        if (!person) throw new Refusal('ERR_NO_CONTACT_FOUND')
        const receipt = await countHoldings(tx, tenantId, person.footprint.contacts)
        await tx
          .insert(privacyRequest)
          .values({ id, tenantId, kind: 'erasure', contactId: person.id, reason, requestedBy: userId, receipt })
        await this.#deps.jobs.enqueue(tx, { task: erasureTask, tenantId, data: { requestId: id }, key: id })
        await audit(tx, { tenantId, userId, action: 'privacy.erase', subject: id, facts: { reason, ...receipt } })
      })
    } catch (error) {
      throw sqlState(error) === uniqueViolation ? new Refusal('ERR_ERASURE_RUNNING') : error
    }
    return id
  }

  async #run({ tenantId, data, signal }: RunningJob): Promise<void> {
    const { requestId } = data as { requestId: string }
    const request = await this.#read(tenantId, requestId)
    if (request?.state !== 'running') return
    if (request.footprint === null) {
      await this.#eraseCore(tenantId, requestId, request.contact_id, Math.max(1, request.messages), signal)
      return this.#run({ tenantId, data, signal, attempt: 1 })
    }
    const place = placeOf(tenantId, requestId)
    const { contact, footprint } = JSON.parse(
      unseal(this.#key, Buffer.from(request.footprint, 'hex'), place).toString(),
    ) as Forgotten
    await this.#dropExports(tenantId, request.contact_id)
    const unasked = await this.#deps.plugins.forget(tenantId, contact, footprint)
    await this.#deps.grades.forget(tenantId, request.contact_id)
    const unsure = await this.#eraseFiles(tenantId, requestId, signal)
    const waitingFor = [...new Set([...unasked, ...unsure])].sort()
    if (waitingFor.length > 0) return this.#rest(tenantId, requestId, request.attempt + 1, waitingFor)
    await this.#finish(tenantId, requestId)
  }

  async #eraseCore(
    tenantId: string,
    requestId: string,
    contactId: string,
    expected: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { db, bus } = this.#deps
    const scope = { tenantId, requestId }
    for (let gone = 0, last = messagesAtOnce; last === messagesAtOnce; gone += last) {
      signal.throwIfAborted()
      last = await db.tenant(tenantId, async (tx) => {
        const person = await findPerson(tx, tenantId, contactId)
        const count = person ? await eraseMessages(tx, scope, person.footprint.contacts, messagesAtOnce) : 0
        await progressed(tx, scope, 0.7 * Math.min(1, (gone + count) / expected))
        return count
      })
    }
    const erased = await db.tenant(tenantId, async (tx): Promise<Erased | undefined> => {
      const done = await erasePerson(tx, scope, contactId, { ...this.#deps, erased: this.#erased })
      const forgotten: Forgotten = {
        contact: done?.person.id ?? contactId,
        footprint: done?.person.footprint ?? { contacts: [], identities: [], chats: [] },
      }
      const sealed = seal(this.#key, Buffer.from(JSON.stringify(forgotten)), placeOf(tenantId, requestId)).toString(
        'hex',
      )
      await tx.execute(sql`
        update core.privacy_request set footprint = decode(${sealed}, 'hex'), progress = 0.8
         where tenant_id = ${tenantId} and id = ${requestId}`)
      await bus.publish(tx, ContactForgotten, {
        tenantId,
        key: forgotten.contact,
        data: { contactId: forgotten.contact },
      })
      return done
    })
    bus.poke()
    if (!erased) return
    for (const { id, before } of erased.tickets.slice(-maxShownTickets)) this.#deps.feed.removed(tenantId, id, before)
    // The network deletes by itself after its retention; that applies until it answers.
    await bus
      .purge(tenantId, erased.eventNames)
      .catch((error: unknown) =>
        this.#deps.log.warn({ err: error, requestId }, 'erased events stay on the network until their retention ends'),
      )
  }

  /** Archives that were made for this person. */
  async #dropExports(tenantId: string, shell: string): Promise<void> {
    const { db, blobs } = this.#deps
    const exports = await db.tenant(tenantId, (tx) =>
      tx
        .select({ id: privacyRequest.id })
        .from(privacyRequest)
        .where(
          and(
            eq(privacyRequest.tenantId, tenantId),
            eq(privacyRequest.contactId, shell),
            eq(privacyRequest.kind, 'export'),
          ),
        ),
    )
    for (const { id } of exports) await blobs.remove(archiveOf(tenantId, id))
  }

  /**
   * Removes files that nothing else holds: no message of somebody else, and no plugin. Answers plugins that could not
   * say whether they do.
   */
  async #eraseFiles(tenantId: string, requestId: string, signal: AbortSignal): Promise<readonly string[]> {
    const { db, removeFiles } = this.#deps
    for (;;) {
      signal.throwIfAborted()
      const files = await db.tenant(tenantId, (tx) =>
        tx.execute<{ id: MediaId }>(sql`
        select media_id as id
          from core.erased_media
         where tenant_id = ${tenantId} and request_id = ${requestId}
         order by media_id limit ${filesAtOnce}`),
      )
      if (files.length === 0) return []
      const ids = files.map(({ id }) => id)
      const failed = await removeFiles(tenantId, ids)
      if (failed.length > 0) return failed
      await db.tenant(tenantId, (tx) =>
        tx.execute(sql`
          delete from core.erased_media
           where tenant_id = ${tenantId} and request_id = ${requestId} and media_id = any (${sql.param(ids)}::uuid[])`),
      )
    }
  }

  async #rest(tenantId: string, requestId: string, attempt: number, waitingFor: readonly string[]): Promise<void> {
    const { db, jobs, clock } = this.#deps
    await db.tenant(tenantId, async (tx) => {
      await tx
        .update(privacyRequest)
        .set({ attempt, waitingFor: [...waitingFor], progress: 0.9 })
        .where(and(eq(privacyRequest.tenantId, tenantId), eq(privacyRequest.id, requestId)))
      await jobs.enqueue(tx, {
        task: erasureTask,
        tenantId,
        data: { requestId },
        key: requestId,
        runAt: new Date(clock.now().getTime() + restMs(attempt)),
      })
    })
  }

  async #finish(tenantId: string, requestId: string): Promise<void> {
    await this.#deps.db.tenant(tenantId, async (tx) => {
      const [done] = await tx.execute<{ receipt: Record<string, unknown> }>(sql`
        update core.privacy_request
           set state = 'done', progress = 1, waiting_for = '{}', footprint = null, finished_at = now()
         where tenant_id = ${tenantId} and id = ${requestId} and state = 'running' returning receipt`)
      if (done)
        await audit(tx, { tenantId, userId: null, action: 'privacy.erased', subject: requestId, facts: done.receipt })
    })
  }

  #read(tenantId: string, requestId: string) {
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const [request] = await tx.execute<{
        state: string
        contact_id: string
        footprint: string | null
        attempt: number
        messages: number
      }>(sql`
        select state, contact_id, encode(footprint, 'hex') as footprint, attempt,
               coalesce((receipt ->> 'messages')::integer, 0) as messages
          from core.privacy_request
         where tenant_id = ${tenantId} and id = ${requestId} and kind = 'erasure'`)
      return request
    })
  }
}

const placeOf = (tenantId: string, requestId: string): readonly string[] => [
  'core.privacy_request',
  'footprint',
  tenantId,
  requestId,
]

const progressed = (tx: Tx, { tenantId, requestId }: { tenantId: string; requestId: string }, progress: number) =>
  tx
    .update(privacyRequest)
    .set({ progress })
    .where(and(eq(privacyRequest.tenantId, tenantId), eq(privacyRequest.id, requestId)))
