import { isSupported, Refusal, type Connection, type ImportSettings, type Viewer } from '@recado/contracts'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { ChannelCatalogue } from './channel-catalogue.ts'
import { beginTask, endTask } from './connection-tasks.ts'
import { connection } from '../tables/connection.table.ts'
import type { ConnectionsService } from './connections.service.ts'
import { transferTask } from './transfer.ts'

export interface ConnectionTasksDeps {
  readonly db: Database
  readonly jobs: Jobs
  readonly clock: Clock
  readonly channels: ChannelCatalogue
  readonly connections: ConnectionsService
  /** Work that goes through a session was started: call after commit. */
  readonly wake: (connectionId: string) => void
}

const dayMs = 86_400_000

/** The long work an administrator starts for a connection. It goes on by itself and is shown with the connection. */
export class ConnectionTasksService {
  readonly #deps: ConnectionTasksDeps
  constructor(deps: ConnectionTasksDeps) {
    this.#deps = deps
  }

  /** S4-069, S5-112…114. */
  async transfer(viewer: Viewer, from: string, to: string): Promise<Connection> {
    if (from === to) throw new Refusal('ERR_SAME_CONNECTION')
    const { db, jobs, channels, connections } = this.#deps
    await db.tenant(viewer.tenantId, async (tx) => {
      const rows = await tx
        .select({ id: connection.id, type: connection.type })
        .from(connection)
        .where(
          and(
            eq(connection.tenantId, viewer.tenantId),
            inArray(connection.id, [from, to]),
            isNull(connection.deletedAt),
          ),
        )
      if (rows.length < 2) throw new Refusal('ERR_NO_WAPP_FOUND')
      const [one, other] = rows.map((row) => channels.find(row.type)?.spec.identityKind)
      if (one === undefined || one !== other) throw new Refusal('ERR_CHANNELS_DIFFER')
      if (!(await beginTask(tx, { tenantId: viewer.tenantId, connectionId: from }, 'transfer', { to })))
        throw new Refusal('ERR_CONNECTION_BUSY')
      await jobs.enqueue(tx, { task: transferTask, tenantId: viewer.tenantId, data: { from }, key: from })
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'connection.transfer',
        subject: from,
        facts: { to },
      })
    })
    return connections.shown(viewer, from)
  }

  /** S3-043, S5-110. */
  async startImport(viewer: Viewer, id: string, settings: ImportSettings): Promise<Connection> {
    const { db, connections } = this.#deps
    const { type } = await connections.get(viewer, id)
    const able = this.#deps.channels.find(type)?.spec.capabilities
    if (
      !able ||
      (settings.messages && !isSupported(able.history.level)) ||
      (settings.contacts && !isSupported(able.contacts))
    )
      throw new Refusal('ERR_CHANNEL_UNSUPPORTED')
    if (settings.messages) this.#checkDates(settings, able.history.maxAgeDays)
    const place = { tenantId: viewer.tenantId, connectionId: id }
    await db.tenant(viewer.tenantId, async (tx) => {
      if (settings.messages && !(await beginTask(tx, place, 'import', settings)))
        throw new Refusal('ERR_CONNECTION_BUSY')
      // One that runs already does what is asked for.
      if (settings.contacts) await beginTask(tx, place, 'contacts', {})
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'connection.import',
        subject: id,
        facts: { since: settings.since, until: settings.until },
      })
    })
    this.#deps.wake(id)
    return connections.shown(viewer, id)
  }

  /**
   * S2-097. @throws Refusal ERR_NO_WAPP_FOUND, ERR_CHANNEL_UNSUPPORTED, ERR_CONNECTION_INACTIVE, ERR_CONNECTION_BUSY
   */
  async startContactSync(viewer: Viewer, id: string): Promise<Connection> {
    const { db, connections, channels } = this.#deps
    const { type, isActive } = await connections.get(viewer, id)
    if (!isSupported(channels.find(type)?.spec.capabilities.contacts ?? 'rejected'))
      throw new Refusal('ERR_CHANNEL_UNSUPPORTED')
    if (!isActive) throw new Refusal('ERR_CONNECTION_INACTIVE')
    await db.tenant(viewer.tenantId, async (tx) => {
      if (!(await beginTask(tx, { tenantId: viewer.tenantId, connectionId: id }, 'contacts', {})))
        throw new Refusal('ERR_CONNECTION_BUSY')
      await audit(tx, {
        tenantId: viewer.tenantId,
        userId: viewer.userId,
        action: 'contacts.sync',
        subject: id,
        facts: {},
      })
    })
    this.#deps.wake(id)
    return connections.shown(viewer, id)
  }

  /** Stops a task; the imported data stays. */
  async cancel(viewer: Viewer, id: string, kind: 'import' | 'contacts'): Promise<Connection> {
    await this.#deps.db.tenant(viewer.tenantId, async (tx) => {
      if (await endTask(tx, { tenantId: viewer.tenantId, connectionId: id }, kind, 'cancelled')) {
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action: kind === 'import' ? 'connection.importCancel' : 'contacts.syncCancel',
          subject: id,
          facts: {},
        })
      }
    })
    return this.#deps.connections.shown(viewer, id)
  }

  #checkDates({ since, until }: ImportSettings, maxAgeDays: number | undefined): void {
    const now = this.#deps.clock.now().getTime()
    const [first, last] = [Date.parse(since), Date.parse(until)]
    // A day of grace at the end: today includes the whole day, in every time zone.
    if (first > now || last > now + dayMs || first >= last) throw new Refusal('ERR_IMPORT_DATES')
    if (maxAgeDays !== undefined && first < now - (maxAgeDays + 1) * dayMs)
      throw new Refusal('ERR_IMPORT_DATES', { limit: maxAgeDays })
  }
}
