import {
  ImportBatch,
  mostImportedRows,
  type ImportKind,
  type ImportOutcome,
  type ImportPlaces,
  type ImportTable,
  type ImportUndone,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { EventBus } from '../bus/bus.ts'
import type { ChannelCatalogue } from '../channels/channel-catalogue.ts'
import type { Database, Tx } from '../db/database.ts'
import { byName } from '../db/name-cursor.ts'
import type { TableReader } from '../contacts/bulk/table-reader.ts'
import type { Limits } from '../tenants/limits.ts'
import { writeContacts } from './import-contacts.ts'
import { recordsOf, type KindOutcome } from './import-records.ts'
import { writeLabels } from './import-labels.ts'
import { writeMessages } from './import-messages.ts'
import { settleTickets } from './import-settling.ts'
import { writeUsers } from './import-users.ts'
import { writeTickets } from './import-tickets.ts'
import { undoPortion } from './import-undoing.ts'

export interface ImportsDeps {
  readonly db: Database
  readonly bus: Pick<EventBus, 'publish' | 'poke'>
  readonly limits: Pick<Limits, 'roomForContacts'>
  readonly tables: TableReader
  readonly protocols: { template(tenantId: string): Promise<string> }
  /** Asked for when they are needed: channels come from plugins. */
  readonly channels: () => Pick<ChannelCatalogue, 'find'>
}

const mostPlaces = 1_000

/** Brings in what happened in other systems, for plugins: see {@link ImportPort} of the contracts (decision 179). */
export class Imports {
  readonly #deps: ImportsDeps
  constructor(deps: ImportsDeps) {
    this.#deps = deps
  }

  async places(tenantId: string): Promise<ImportPlaces> {
    const [connections, users] = await this.#deps.db.read(tenantId, (q) => [
      q<ImportPlaces['connections'][number]>`
        select k.id, k.name, k.type, k.is_active as "isActive" from core.connection k
         where k.tenant_id = ${tenantId} and k.deleted_at is null order by ${byName(q, q`k`)} limit ${mostPlaces}`,
      q<ImportPlaces['users'][number]>`
        select u.id, u.name, u.email from core.user_account u
         where u.tenant_id = ${tenantId} and u.deleted_at is null and not u.is_hidden
         order by ${byName(q, q`u`)} limit ${mostPlaces}`,
    ])
    return { connections, users }
  }

  readTable<T>(
    tenantId: string,
    bytes: Uint8Array,
    take: (table: ImportTable) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#deps.tables.read(tenantId, bytes, take, signal)
  }

  async write(tenantId: string, plugin: string, given: ImportBatch): Promise<ImportOutcome> {
    const batch = ImportBatch.parse(given)
    const { db, limits, protocols, channels } = this.#deps
    const protocol = await protocols.template(tenantId)
    return db.tenant(tenantId, async (tx) => {
      const sourceId = await sourceOf(tx, tenantId, plugin, batch.source)
      const run = { tx, tenantId, sourceId, runId: batch.run }
      const queue = await writeLabels(run, 'queue', batch.queues)
      const tag = await writeLabels(run, 'tag', batch.tags)
      const user = await writeUsers(run, batch.users)
      const room = batch.contacts.length === 0 ? null : await limits.roomForContacts(tx, tenantId)
      const contact = await writeContacts(run, batch.contacts, room)
      const ticket = await writeTickets(run, batch.tickets, { channels: channels(), protocol })
      const message = await writeMessages(run, batch.messages)
      const counts = { queue, tag, user, contact, ticket, message }
      return {
        counts: {
          queue: countOf(queue),
          tag: countOf(tag),
          user: countOf(user),
          contact: countOf(contact),
          ticket: countOf(ticket),
          message: countOf(message),
        },
        refused: Object.values(counts).flatMap(({ refused }) => refused),
      }
    })
  }

  became(
    tenantId: string,
    plugin: string,
    source: string,
    kind: ImportKind,
    refs: readonly string[],
  ): Promise<Readonly<Record<string, string>>> {
    if (refs.length > mostImportedRows) throw new RangeError(`at most ${mostImportedRows} refs at once`)
    return this.#deps.db.tenant(tenantId, async (tx) => {
      const [found] = await tx.execute<{ id: string }>(sql`
        select id from core.import_source where tenant_id = ${tenantId} and plugin = ${plugin} and name = ${source}`)
      if (!found) return {}
      const records = await recordsOf({ tx, tenantId, sourceId: found.id }, kind, refs)
      return Object.fromEntries([...records].map(([ref, { id }]) => [ref, id]))
    })
  }

  settle(tenantId: string, plugin: string, source: string, cursor: string | null): Promise<string | null> {
    return this.#deps.db.tenant(tenantId, async (tx) =>
      settleTickets(tx, tenantId, await sourceOf(tx, tenantId, plugin, source), cursor),
    )
  }

  async undo(tenantId: string, plugin: string, run: string, userId: string | null): Promise<ImportUndone> {
    const undone = await this.#deps.db.tenant(tenantId, async (tx) => {
      await lock(tx, tenantId)
      return undoPortion(tx, this.#deps.bus, tenantId, plugin, run, userId)
    })
    this.#deps.bus.poke()
    return undone
  }
}

const countOf = ({ refused: _refused, ...counts }: KindOutcome) => counts

/**
 * One batch of a company at a time, so that two runs of one job do not write the same row. Rows are found by their
 * keys: without statistics of tables that have just grown, the planner would read them whole for each batch.
 */
const lock = (tx: Tx, tenantId: string): Promise<unknown> =>
  tx.execute(
    sql`select set_config('enable_seqscan', 'off', true),
               pg_advisory_xact_lock(hashtextextended(${`core.imports ${tenantId}`}, 0))`,
  )

async function sourceOf(tx: Tx, tenantId: string, plugin: string, name: string): Promise<string> {
  await lock(tx, tenantId)
  await tx.execute(
    sql`insert into core.import_source (tenant_id, plugin, name) values (${tenantId}, ${plugin}, ${name})
        on conflict do nothing`,
  )
  const [row] = await tx.execute<{ id: string }>(
    sql`select id from core.import_source where tenant_id = ${tenantId} and plugin = ${plugin} and name = ${name}`,
  )
  return row!.id
}
