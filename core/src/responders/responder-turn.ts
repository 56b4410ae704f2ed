import type { ResponderPlace, ResponderTurn } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import type { Database, SqlBuilder, Query, Tx } from '../db/database.ts'

/** A ticket that a responder has, and who comes next. */
export interface Turn {
  readonly plugin: string
  readonly name: string
  readonly input: ResponderPlace['input']
  readonly rest: readonly ResponderPlace[]
  readonly queues: readonly string[]
  readonly step: number
  readonly state: 'due' | 'kept'
  readonly attempts: number
  readonly lastKey: string | null
  /** Beginning of this turn. */
  readonly since: string
}

/** What is asked of a responder; core reads ticket, contact and message for it. */
export interface Question extends Pick<ResponderTurn, 'begins'> {
  readonly ticketId: string
  readonly messageId: string | null
}

/** How long a responder that has just got a ticket may be without an answer before it is asked again. */
export const dueWithinMs = 2 * 60_000

interface TurnRow extends Record<string, unknown> {
  plugin: string
  name: string | null
  input: ResponderPlace['input']
  rest: ResponderPlace[]
  queues: string[]
  step: number
  state: 'due' | 'kept'
  attempts: number
  last_key: string | null
  since: string
}

const columns = (builder: SqlBuilder): Query => builder`
  r.plugin, r.name, r.input, r.rest, r.queues, r.step, r.state, r.attempts, r.last_key,
  to_json(r.since) #>> '{}' as since`

const turnOf = ({ last_key: lastKey, name, ...row }: TurnRow & { name: string }): Turn => ({ ...row, name, lastKey })

/** Whose the ticket is at this moment: of a responder with its turn, of a plugin outside of any order, or new. */
export type Holder =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'turn'; readonly turn: Turn }
  | { readonly kind: 'new'; readonly plugin: string; readonly places: readonly ResponderPlace[] }

/** Order that holds for the ticket `t`, null where there is none: of its connection, of its queue, of the company. */
export const placesOf = (builder: SqlBuilder): Query => builder`(
  select o.places from core.responder_order o
   where o.tenant_id = t.tenant_id and (o.connection_id = t.connection_id or o.queue_id = t.queue_id
         or o.connection_id is null and o.queue_id is null)
   order by o.connection_id, o.queue_id limit 1)`

/** Reads who has a ticket, with the order that begins where nobody has begun. */
export async function readHolder(db: Database, tenantId: string, ticketId: string): Promise<Holder> {
  const [[ticket], [turn]] = await db.read(
    tenantId,
    (builder) => [
      builder<{ bot: string; places: ResponderPlace[] | null }>`
        select t.bot, ${placesOf(builder)} as places
          from core.ticket t
         where t.tenant_id = ${tenantId} and t.id = ${ticketId}
           and t.bot is not null and t.status = 'pending' and t.user_id is null`,
      builder<TurnRow>`
        select ${columns(builder)} from core.responder_turn r
         where r.tenant_id = ${tenantId} and r.ticket_id = ${ticketId}`,
    ],
    { keepsPlans: true },
  )
  if (!ticket) return { kind: 'nobody' }
  if (!turn || turn.plugin !== ticket.bot) return { kind: 'new', plugin: ticket.bot, places: ticket.places ?? [] }
  return turn.name === null ? { kind: 'outside' } : { kind: 'turn', turn: turnOf({ ...turn, name: turn.name }) }
}

/** The turn of a ticket whose row the transaction holds. */
export async function lockTurn(tx: Tx, tenantId: string, ticketId: string): Promise<Turn | undefined> {
  const [row] = await tx.execute<TurnRow>(sql`
    select r.plugin, r.name, r.input, r.rest, r.queues, r.step, r.state, r.attempts, r.last_key,
           to_json(r.since) #>> '{}' as since
      from core.responder_turn r where r.tenant_id = ${tenantId} and r.ticket_id = ${ticketId} for update`)
  return row?.name == null ? undefined : turnOf({ ...row, name: row.name })
}

/** Gives a ticket whose row is held to a responder, which is asked next. */
export async function beginTurn(
  tx: Tx,
  tenantId: string,
  ticketId: string,
  { place, rest, queues, step }: Pick<Turn, 'rest' | 'queues' | 'step'> & { readonly place: ResponderPlace },
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + dueWithinMs).toISOString()
  await tx.execute(sql`
    insert into core.responder_turn as r
           (tenant_id, ticket_id, plugin, name, input, rest, queues, step, state, since, until)
    values (${tenantId}, ${ticketId}, ${place.plugin}, ${place.name}, ${JSON.stringify(place.input)}::jsonb,
            ${JSON.stringify(rest)}::jsonb, ${sql.param([...queues])}::uuid[], ${step}, 'due', ${now.toISOString()},
            ${until})
    on conflict (tenant_id, ticket_id) do update
       set plugin = excluded.plugin, name = excluded.name, input = excluded.input, rest = excluded.rest,
           queues = excluded.queues, step = excluded.step, state = 'due', since = excluded.since,
           until = excluded.until, attempts = 0, last_key = null`)
  await tx.execute(sql`
    update core.ticket set bot = ${place.plugin}
     where tenant_id = ${tenantId} and id = ${ticketId} and bot is distinct from ${place.plugin}`)
}

export const deleteTurn = (tx: Tx, tenantId: string, ticketId: string): Promise<unknown> =>
  tx.execute(sql`delete from core.responder_turn where tenant_id = ${tenantId} and ticket_id = ${ticketId}`)
