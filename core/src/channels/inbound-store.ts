import type { InboundMessage } from '@recado/contracts'
import type { Sql } from 'postgres'
import { claimsOf, type IdentityKey } from '../contacts/identity-claims.ts'
import { canonicalPhone } from '../contacts/phone.ts'
import { newId } from '../base/ids.ts'
import { bodyOf } from '../messages/outgoing.ts'
import { withoutRefs } from './awaited-media.ts'
import { storable, type Clean } from './clean-event.ts'
import type { Source } from './inbound-source.ts'
import { cleanParts } from './clean-parts.ts'

/** A message that came through a connection, with what the tenant's settings say about it. */
export interface Arrival {
  readonly source: Source
  readonly message: Clean<InboundMessage>
  readonly protocol: string
  readonly blockMinutes: number
}
/**
 * `messageId` is null for a message that was stored before; `early` when edits or reactions for it wait; `isMet` when
 * its sender was unknown until this message.
 */
export interface Stored {
  readonly contactId: string | null
  readonly isMet: boolean
  readonly ticketId: string | null
  readonly messageId: string | null
  readonly outcome: 'live' | 'created' | 'reopened' | 'kept' | 'captured'
  readonly early: boolean
}

/** Words of a quote that are kept: it says which part is meant, and is no copy of the message. */
const maxQuoteLength = 2_000

/** Makes one contact of all those to whom these verified identities belong. */
export type Settle = (tenantId: string, identities: readonly IdentityKey[]) => Promise<void>

/** After so many rounds a message is stored with the contact of the sender's own id, without other claims. */
const roundsToSettle = 4
/** In every round somebody else was in the way: then there is more wrong than bad luck. */
const maxRounds = 12

const cleanOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : storable(text).slice(0, 320)

/** An id of a provider as the channel's kind of identity stores it. */
export const identityValue = (source: Source, id: string): string => source.normalise(storable(id)).slice(0, 500)

function rowOf({ source, message, protocol, blockMinutes }: Arrival) {
  const { parts: shown, refs } = withoutRefs(message.parts)
  const parts = cleanParts(shown)
  const { sender, isGroup } = message
  // A group is a contact of its own, and what we or a guest wrote belongs to the chat's other side.
  const isGuest = message.guest === true
  const isSpeaker = !isGroup && !sender.isSelf && !isGuest
  const person = isSpeaker ? sender.id : message.chat
  const own = { kind: source.identityKind, value: identityValue(source, person) }
  return {
    source,
    message,
    protocol,
    blockMinutes,
    body: bodyOf(parts),
    parts: JSON.stringify(parts),
    own,
    claims: isSpeaker && sender.verified !== false ? claimsOf(sender, own, (id) => identityValue(source, id)) : [],
    name: storable(
      (isSpeaker ? (sender.name ?? sender.phone ?? sender.username ?? sender.email) : message.chatTitle) ?? person,
    ).slice(0, 200),
    phone: isSpeaker && sender.phone !== undefined ? (canonicalPhone(sender.phone) ?? cleanOrNull(sender.phone)) : null,
    email: isSpeaker ? cleanOrNull(sender.email?.trim().toLowerCase()) : null,
    author: isGroup || isGuest ? cleanOrNull(sender.name ?? sender.username) : null,
    forwarded: message.forwarded ?? null,
    quote: message.quote === undefined ? null : storable(message.quote).trim().slice(0, maxQuoteLength) || null,
    refs: JSON.stringify(refs.map(({ part, ref }) => ({ part, ref: storable(ref) }))),
    awaits: refs.length > 0,
  }
}
type Row = ReturnType<typeof rowOf>
type Answer = Omit<Stored, 'outcome'> & { readonly outcome: Stored['outcome'] | 'again' | 'conflict' }

/**
 * Stores messages by the reviewed function `core.inbound_batch`, over all tenants at once: one call, unless verified
 * identities of a sender belong to several contacts, who then become one first. Answers in the order of the arrivals.
 */
export async function storeArrivals(sql: Sql, arrivals: readonly Arrival[], settle: Settle): Promise<Stored[]> {
  const rows = arrivals.map(rowOf)
  const answers: (Answer | undefined)[] = []
  let left = rows.map((row, index) => ({ row, index }))
  for (let round = 1; left.length > 0; round++) {
    if (round > maxRounds) throw new Error(`${left.length} messages could not be stored in ${maxRounds} rounds`)
    const stored = await call(
      sql,
      left.map(({ row }) => row),
      round > roundsToSettle,
    )
    const unstored = left.filter(
      (_, position) => stored[position]!.outcome === 'again' || stored[position]!.outcome === 'conflict',
    )
    for (const { row } of left.filter((_, position) => stored[position]!.outcome === 'conflict'))
      await settle(row.source.tenantId, [row.own, ...row.claims])
    left.forEach(({ index }, position) => {
      answers[index] = stored[position]
    })
    left = unstored
  }
  return answers as Stored[]
}

/**
 * Whether messages could be stored now, on the connections that store them. @throws Error where the database only reads
 */
export async function askStore(sql: Sql): Promise<void> {
  const [server] = await sql<{ standby: boolean }[]>`select pg_is_in_recovery() as standby`
  if (server!.standby) throw new Error('the database is a standby and stores nothing')
}

async function call(sql: Sql, rows: readonly Row[], isFinal: boolean): Promise<Answer[]> {
  const column = <T>(of: (row: Row) => T): T[] => rows.map(of)
  // postgres.js takes an array of booleans for one boolean, as it does with dates; as text it knows that it is an
  // array.
  const flags = (of: (row: Row) => boolean): string[] => rows.map((row) => String(of(row)))
  const contacts = rows.map(() => newId())
  const claims = rows.flatMap((row, index) => row.claims.map((claim) => ({ row: index + 1, ...claim })))
  // Most batches need nothing beside the function, and then ask for nothing.
  const completion = rows.some((row) => row.awaits || (row.author ?? row.forwarded ?? row.quote) !== null)
    ? sql`, core.complete_arrival(
        (${column((row) => row.source.tenantId)}::uuid[])[ord],
        (${column((row) => row.source.connectionId)}::uuid[])[ord], message_id,
        (${column((row) => row.author)}::text[])[ord], (${column((row) => row.refs)}::text[])[ord],
        (${column((row) => row.forwarded)}::text[])[ord], (${column((row) => row.quote)}::text[])[ord])`
    : sql``
  const mark = rows.some((row) => row.message.automatic)
    ? sql`, case when (${flags((row) => row.message.automatic === true)}::text[]::boolean[])[ord]
        then core.mark_automatic((${column((row) => row.source.tenantId)}::uuid[])[ord], message_id) end`
    : sql``
  const stored = await sql<
    {
      contact_id: string | null
      ticket_id: string | null
      message_id: string | null
      outcome: Answer['outcome']
      early: boolean
    }[]
  >`
    select contact_id, ticket_id, message_id, outcome, early${completion}${mark} from core.inbound_batch(
      ${column((row) => row.source.tenantId)}::uuid[], ${column((row) => row.source.connectionId)}::uuid[],
      ${column((row) => row.source.type)}::text[],
      ${column((row) => row.own.kind)}::text[], ${column((row) => row.own.value)}::text[],
      ${column((row) => row.name)}::text[],
      ${column((row) => row.phone)}::text[], ${column((row) => row.email)}::text[],
      ${column((row) => row.message.chat as string)}::text[], ${flags((row) => row.message.isGroup)}::text[]::boolean[],
      ${column((row) => row.message.id as string)}::text[],
      ${column((row) => row.body)}::text[], ${column((row) => row.parts)}::text[],
      ${column((row) => row.message.at.toISOString())}::text[],
      ${flags((row) => row.message.sender.isSelf)}::text[]::boolean[],
      ${flags((row) => row.message.origin === 'history')}::text[]::boolean[],
      ${column((row) => row.message.replyTo ?? null)}::text[],
      ${column((row) => row.protocol)}::text[], ${column((row) => row.blockMinutes)}::integer[],
      ${contacts}::uuid[], ${column(() => newId())}::uuid[], ${column(() => newId())}::uuid[],
      ${claims.map((claim) => claim.row)}::integer[], ${claims.map((claim) => claim.kind)}::text[],
      ${claims.map((claim) => claim.value)}::text[], ${isFinal}::boolean)
     order by ord`
  return stored.map((row, index) => ({
    contactId: row.contact_id,
    isMet: row.contact_id === contacts[index],
    ticketId: row.ticket_id,
    messageId: row.message_id,
    outcome: row.outcome,
    early: row.early,
  }))
}
