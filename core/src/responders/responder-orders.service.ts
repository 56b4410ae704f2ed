import {
  Refusal,
  type NamedResponder,
  type OfferedResponder,
  type ResponderOrderChange,
  type ResponderOrders,
  type ResponderPlace,
  type ResponderScope,
  type TicketId,
  type TicketResponders,
  type Viewer,
} from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { Database } from '../db/database.ts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import { visibleTickets } from '../tickets/visibility-sql.ts'
import { placesOf } from './responder-turn.ts'

export interface ResponderOrdersDeps {
  readonly db: Database
  readonly settings: Pick<SettingsReader, 'visibility'>
  /** Responders that the company's plugins offer. */
  offered(tenantId: string): Promise<readonly OfferedResponder[]>
  /** @throws Refusal ERR_AUTOMATION_BLOCK, ERR_VALIDATION below `body.places` */
  require(tenantId: string, places: readonly ResponderPlace[]): Promise<void>
  /** Title of a plugin that runs. */
  titleOf(plugin: string): NamedResponder['pluginTitle']
}

interface OrderRow extends Record<string, unknown> {
  connection_id: string | null
  queue_id: string | null
  places: ResponderPlace[]
}

/** Decisions that a ticket shows. */
const mostDecisions = 50

/** Orders of responders, for administrators, and what they came to at a ticket, for everybody who sees it. */
export class ResponderOrdersService {
  readonly #deps: ResponderOrdersDeps
  constructor(deps: ResponderOrdersDeps) {
    this.#deps = deps
  }

  async read({ tenantId }: Pick<Viewer, 'tenantId'>): Promise<ResponderOrders> {
    const [[rows], offered] = await Promise.all([
      this.#deps.db.read(tenantId, (builder) => [
        builder<OrderRow>`
          select o.connection_id, o.queue_id, o.places from core.responder_order o
            left join core.connection c on c.tenant_id = o.tenant_id and c.id = o.connection_id
           where o.tenant_id = ${tenantId} and c.deleted_at is null
           order by o.connection_id, o.queue_id limit 2000`,
      ]),
      this.#deps.offered(tenantId),
    ])
    return {
      orders: rows.map((row) => ({ scope: scopeOf(row), places: row.places })),
      offered: [...offered],
    }
  }

  /** @throws Refusal ERR_NO_WAPP_FOUND, ERR_NO_QUEUE_FOUND, ERR_AUTOMATION_BLOCK, ERR_VALIDATION */
  async save(viewer: Viewer, { scope, places }: ResponderOrderChange): Promise<ResponderOrders> {
    const { db, require } = this.#deps
    const { tenantId } = viewer
    if (places) await require(tenantId, places)
    const connectionId = scope.kind === 'connection' ? scope.id : null
    const queueId = scope.kind === 'queue' ? scope.id : null
    await db.tenant(tenantId, async (tx) => {
      if (connectionId !== null) {
        const [row] = await tx.execute(sql`
          select 1 from core.connection
           where tenant_id = ${tenantId} and id = ${connectionId} and deleted_at is null for key share`)
        if (!row) throw new Refusal('ERR_NO_WAPP_FOUND')
      }
      if (queueId !== null) {
        const [row] = await tx.execute(
          sql`select 1 from core.queue where tenant_id = ${tenantId} and id = ${queueId} for key share`,
        )
        if (!row) throw new Refusal('ERR_NO_QUEUE_FOUND')
      }
      if (places)
        await tx.execute(sql`
          insert into core.responder_order (tenant_id, connection_id, queue_id, places)
          values (${tenantId}, ${connectionId}, ${queueId}, ${JSON.stringify(places)}::jsonb)
          on conflict (tenant_id, connection_id, queue_id) do update
             set places = excluded.places, updated_at = now()`)
      else
        await tx.execute(sql`
          delete from core.responder_order
           where tenant_id = ${tenantId} and connection_id is not distinct from ${connectionId}::uuid
             and queue_id is not distinct from ${queueId}::uuid`)
      await audit(tx, {
        tenantId,
        userId: viewer.userId,
        action: 'responders.order',
        subject: connectionId ?? queueId ?? tenantId,
        facts: {
          scope: scope.kind,
          responders: places?.map(({ plugin, name }) => `${plugin}.${name}`).join(', ') ?? 'none of its own',
        },
      })
    })
    return this.read(viewer)
  }

  /** @throws Refusal ERR_NO_TICKET_FOUND */
  async ofTicket(viewer: Viewer, ticketId: TicketId): Promise<TicketResponders> {
    const { db, settings } = this.#deps
    const visibility = await settings.visibility(viewer.tenantId)
    const { tenantId } = viewer
    const [[ticket], decisions] = await db.read(tenantId, (builder) => [
      builder<{
        plugin: string | null
        name: string | null
        since: string
        until: string
        rest: ResponderPlace[]
        held: boolean
        places: ResponderPlace[] | null
      }>`
        select r.plugin, r.name, to_json(r.since) #>> '{}' as since, to_json(r.until) #>> '{}' as until, r.rest,
               r.name is not null and t.status = 'pending' and t.user_id is null and t.bot = r.plugin as held,
               case when t.status in ('open', 'pending') and t.bot is null then ${placesOf(builder)} end as places
          from core.ticket t
          left join core.responder_turn r on r.tenant_id = t.tenant_id and r.ticket_id = t.id
         where t.tenant_id = ${tenantId} and t.id = ${ticketId} and ${visibleTickets(builder, viewer, visibility)}`,
      builder<{ plugin: string; name: string; outcome: string; note: string | null; at: string }>`
        select plugin, name, outcome, note, to_json(created_at) #>> '{}' as at from core.responder_decision
         where tenant_id = ${tenantId} and ticket_id = ${ticketId} order by id desc limit ${mostDecisions}`,
    ])
    if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
    const named = ({ plugin, name }: { plugin: string; name: string }): NamedResponder => ({
      plugin,
      name,
      pluginTitle: this.#deps.titleOf(plugin),
    })
    const { plugin, name, since, until, rest, held, places } = ticket
    const first = places?.[0]
    return {
      current: held && plugin !== null && name !== null ? { ...named({ plugin, name }), since, until } : null,
      next: held ? rest.map(named) : [],
      first: first ? named(first) : null,
      decisions: decisions.map(({ outcome, note, at, ...who }) => ({
        ...named(who),
        at,
        outcome: outcome as TicketResponders['decisions'][number]['outcome'],
        note,
      })),
    }
  }
}

const scopeOf = ({ connection_id: connectionId, queue_id: queueId }: OrderRow): ResponderScope =>
  connectionId !== null
    ? { kind: 'connection', id: connectionId }
    : queueId !== null
      ? { kind: 'queue', id: queueId }
      : { kind: 'company' }
