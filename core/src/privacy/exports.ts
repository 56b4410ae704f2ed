import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal, type Viewer } from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../base/ids.ts'
import type { Jobs, RunningJob } from '../jobs/jobs.ts'
import type { MediaStore, PlacedBlobs } from '../media/media.ts'
import type { PluginHost } from '../plugins/host.ts'
import { derivedKey } from '../security/keys.ts'
import { archiveOf, exportArchive } from './export-archive.ts'
import { countHoldings, findPerson } from './person.ts'
import { privacyRequest } from '../tables/privacy-request.table.ts'

export const exportTask = 'privacy.export'
export const expiryTask = 'privacy.expire'
const keptMs = 7 * 86_400_000
const linkMs = 5 * 60_000
/** Afterwards the export is made without the plugins that fail, and says so. */
const triesForPlugins = 3
const maxAttempts = 6
const progressEveryMs = 500

export interface ExportDeps {
  readonly db: Database
  readonly jobs: Jobs
  readonly blobs: Pick<PlacedBlobs, 'write' | 'read' | 'remove'>
  readonly media: Pick<MediaStore, 'info' | 'open'>
  readonly clock: Clock
  readonly secret: string
  readonly plugins: Pick<PluginHost, 'exportOf'>
}

/** Content of a signed path, unchecked. */
export interface SignedDownload {
  readonly tenantId: string
  readonly id: string
  readonly expires: string
  readonly signature: string
}

/**
 * Giving somebody what is kept of them (LGPD art. 18, GDPR art. 15 and 20): an archive that a job writes and that is
 * there for seven days.
 */
export class Exports {
  readonly #deps: ExportDeps
  readonly #key: Buffer

  constructor(deps: ExportDeps) {
    this.#deps = deps
    this.#key = derivedKey(deps.secret, 'privacy exports v1')
    deps.jobs.register(exportTask, (job) => this.#run(job))
    deps.jobs.register(expiryTask, ({ tenantId, data }) =>
      this.#expire(tenantId, (data as { requestId: string }).requestId),
    )
  }

  /** @throws Refusal ERR_NO_CONTACT_FOUND */
  async request(viewer: Viewer, contactId: string): Promise<string> {
    const { tenantId, userId } = viewer
    const id = newId()
    await this.#deps.db.tenant(tenantId, async (tx) => {
      const person = await findPerson(tx, tenantId, contactId)
      if (!person) throw new Refusal('ERR_NO_CONTACT_FOUND')
      await tx.insert(privacyRequest).values({
        id,
        tenantId,
        kind: 'export',
        contactId: person.id,
        requestedBy: userId,
        receipt: await countHoldings(tx, tenantId, person.footprint.contacts),
      })
      await this.#deps.jobs.enqueue(tx, { task: exportTask, tenantId, data: { requestId: id }, key: id, maxAttempts })
      await audit(tx, { tenantId, userId, action: 'privacy.export', subject: id })
    })
    return id
  }

  /**
   * A path under which the archive can be fetched for five minutes, without a session. @throws Refusal ERR_NOT_FOUND
   */
  async link(viewer: Viewer, id: string): Promise<string> {
    const { tenantId, userId } = viewer
    await this.#deps.db.tenant(tenantId, async (tx) => {
      const [found] = await tx
        .select({ id: privacyRequest.id })
        .from(privacyRequest)
        .where(
          and(
            eq(privacyRequest.tenantId, tenantId),
            eq(privacyRequest.id, id),
            eq(privacyRequest.kind, 'export'),
            eq(privacyRequest.state, 'done'),
          ),
        )
      if (!found) throw new Refusal('ERR_NOT_FOUND')
      await audit(tx, { tenantId, userId, action: 'privacy.download', subject: id })
    })
    const expires = String(Math.ceil((this.#deps.clock.now().getTime() + linkMs) / 1_000))
    const signature = this.#sign(tenantId, id, expires).toString('base64url')
    return `/privacy/downloads/${tenantId}/${id}?e=${expires}&s=${signature}`
  }

  /** @throws Refusal ERR_NOT_FOUND, for every mistake in the path */
  async download({ tenantId, id, expires, signature }: SignedDownload): Promise<Response> {
    const given = Buffer.from(signature, 'base64url')
    const expected = this.#sign(tenantId, id, expires)
    if (
      given.length !== expected.length ||
      !timingSafeEqual(given, expected) ||
      !(Number(expires) * 1_000 > this.#deps.clock.now().getTime())
    )
      throw new Refusal('ERR_NOT_FOUND')
    const [rows] = await this.#deps.db.read(tenantId, (sql) => [
      sql<{
        bytes: string
      }>`
        select bytes
          from core.privacy_request
         where tenant_id = ${tenantId} and id = ${id} and kind = 'export' and state = 'done'`,
    ])
    if (!rows[0]) throw new Refusal('ERR_NOT_FOUND')
    return new Response(await this.#deps.blobs.read(archiveOf(tenantId, id)), {
      headers: {
        'content-type': 'application/gzip',
        'content-length': rows[0].bytes,
        'content-disposition': `attachment; filename="contact-${id}.tar.gz"`,
        'cache-control': 'no-store',
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      },
    })
  }

  async #run({ tenantId, data, attempt }: RunningJob): Promise<void> {
    const { requestId } = data as { requestId: string }
    const { db, blobs, media, plugins, clock, jobs } = this.#deps
    const mine = and(
      eq(privacyRequest.tenantId, tenantId),
      eq(privacyRequest.id, requestId),
      eq(privacyRequest.state, 'running'),
    )
    const known = await db.tenant(tenantId, async (tx) => {
      const [request] = await tx
        .select({ contactId: privacyRequest.contactId, receipt: privacyRequest.receipt })
        .from(privacyRequest)
        .where(mine)
      const person = request && (await findPerson(tx, tenantId, request.contactId))
      // Erased meanwhile.
      if (request && !person)
        await tx
          .update(privacyRequest)
          .set({ state: 'failed', finishedAt: sql`now()` })
          .where(mine)
      return person && { person, expected: Math.max(1, request!.receipt.messages ?? 1) }
    })
    if (!known) return
    const held = await plugins.exportOf(tenantId, known.person.id, known.person.footprint)
    if (held.failed.length > 0 && attempt < triesForPlugins)
      throw new Error(`plugins could not export: ${held.failed.join(', ')}`)
    try {
      let told = 0
      let files = 0
      const { bytes } = await blobs.write(
        archiveOf(tenantId, requestId),
        exportArchive({
          db,
          media,
          tenantId,
          person: known.person,
          plugins: held,
          now: clock.now(),
          async progressed(messages, written) {
            files = written
            if (Date.now() - told < progressEveryMs) return
            told = Date.now()
            await db.tenant(tenantId, (tx) =>
              tx
                .update(privacyRequest)
                .set({ progress: Math.min(0.95, messages / known.expected) })
                .where(mine),
            )
          },
        }),
      )
      const expiresAt = new Date(clock.now().getTime() + keptMs)
      const kept = await db.tenant(tenantId, async (tx) => {
        const done = await tx
          .update(privacyRequest)
          .set({
            state: 'done',
            progress: 1,
            bytes,
            waitingFor: [...held.failed],
            finishedAt: sql`now()`,
            expiresAt,
            receipt: sql`${privacyRequest.receipt} || ${JSON.stringify({ files })}::jsonb`,
          })
          .where(mine)
          .returning({ id: privacyRequest.id })
        if (done.length > 0)
          await jobs.enqueue(tx, { task: expiryTask, tenantId, data: { requestId }, key: requestId, runAt: expiresAt })
        return done.length > 0
      })
      if (!kept) await blobs.remove(archiveOf(tenantId, requestId))
    } catch (error) {
      if (attempt >= maxAttempts)
        await db.tenant(tenantId, (tx) =>
          tx
            .update(privacyRequest)
            .set({ state: 'failed', finishedAt: sql`now()` })
            .where(mine),
        )
      throw error
    }
  }

  async #expire(tenantId: string, requestId: string): Promise<void> {
    await this.#deps.blobs.remove(archiveOf(tenantId, requestId))
    await this.#deps.db.tenant(tenantId, (tx) =>
      tx
        .update(privacyRequest)
        .set({ state: 'expired' })
        .where(
          and(
            eq(privacyRequest.tenantId, tenantId),
            eq(privacyRequest.id, requestId),
            eq(privacyRequest.kind, 'export'),
          ),
        ),
    )
  }

  #sign(tenantId: string, id: string, expires: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([tenantId, id, expires]))
      .digest()
      .subarray(0, 16)
  }
}
