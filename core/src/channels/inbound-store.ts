import { maxTextLength, type InboundMessage, type Part } from '@recado/contracts'
import type { Sql } from 'postgres'
import { newId } from '../ids.ts'
import { bodyOf } from '../messages/outgoing.ts'
import { withoutRefs } from './awaited-media.ts'
import { storable, type Clean } from './clean-event.ts'
import type { Source } from './inbound.ts'

/** A message that came through a connection, with what the tenant's settings say about it. */
export interface Arrival { readonly source: Source; readonly message: Clean<InboundMessage>; readonly protocol: string; readonly blockMinutes: number }
/** `messageId` is null for a message that was stored before; `early` when edits or reactions for it wait. */
export interface Stored { readonly ticketId: string | null; readonly messageId: string | null; readonly outcome: 'live' | 'created' | 'reopened' | 'kept'; readonly early: boolean }

const cleanOrNull = (text: string | undefined): string | null => (text === undefined || text === '' ? null : storable(text).slice(0, 320))

/** Parts as they are stored: clean text, cut where it is longer than core keeps. */
export const cleanParts = (parts: readonly Part[]): Part[] =>
  JSON.parse(JSON.stringify(parts), (_key, value: unknown) => (typeof value === 'string' ? storable(value).slice(0, maxTextLength) : value)) as Part[]

/** One call of the reviewed function `core.inbound_batch`, over all tenants at once. Answers in the order of the arrivals. */
export async function storeArrivals(sql: Sql, arrivals: readonly Arrival[]): Promise<Stored[]> {
  const rows = arrivals.map(({ source, message, protocol, blockMinutes }) => {
    const { parts: shown, refs } = withoutRefs(message.parts)
    const parts = cleanParts(shown)
    const { sender } = message
    // A group is a contact of its own, and what we or a guest wrote belongs to the chat's other side.
    const isOfAnother = message.isGroup || sender.isSelf || message.guest === true
    const person = isOfAnother ? message.chat : sender.id
    return {
      source, message, protocol, blockMinutes, body: bodyOf(parts), parts: JSON.stringify(parts), value: source.normalise(storable(person)).slice(0, 500),
      name: storable((message.isGroup ? message.chatTitle : undefined) ?? sender.name ?? sender.phone ?? sender.username ?? sender.email ?? person).slice(0, 200), verified: sender.verified !== false && !isOfAnother,
      author: message.isGroup || message.guest === true ? cleanOrNull(sender.name ?? sender.username) : null, refs: JSON.stringify(refs.map(({ part, ref }) => ({ part, ref: storable(ref) }))), awaits: refs.length > 0,
    }
  })
  const column = <T>(of: (row: (typeof rows)[number]) => T): T[] => rows.map(of)
  // postgres.js takes an array of booleans for one boolean, as it does with dates; as text it knows that it is an array.
  const flags = (of: (row: (typeof rows)[number]) => boolean): string[] => rows.map((row) => String(of(row)))
  // Most batches need nothing beside the function, and then ask for nothing.
  const completion = rows.some((row) => row.awaits || row.author !== null)
    ? sql`, core.complete_arrival((${column((row) => row.source.tenantId)}::uuid[])[ord], (${column((row) => row.source.connectionId)}::uuid[])[ord], message_id, (${column((row) => row.author)}::text[])[ord], (${column((row) => row.refs)}::text[])[ord])`
    : sql``
  const mark = rows.some((row) => row.message.automatic)
    ? sql`, case when (${flags((row) => row.message.automatic === true)}::text[]::boolean[])[ord] then core.mark_automatic((${column((row) => row.source.tenantId)}::uuid[])[ord], message_id) end`
    : sql``
  const stored = await sql<{ ticket_id: string | null; message_id: string | null; outcome: Stored['outcome']; early: boolean }[]>`
    select ticket_id, message_id, outcome, early${completion}${mark} from core.inbound_batch(
      ${column((row) => row.source.tenantId)}::uuid[], ${column((row) => row.source.connectionId)}::uuid[], ${column((row) => row.source.type)}::text[],
      ${column((row) => row.source.identityKind)}::text[], ${column((row) => row.value)}::text[], ${column((row) => row.name)}::text[],
      ${column((row) => cleanOrNull(row.message.sender.phone))}::text[], ${column((row) => cleanOrNull(row.message.sender.email?.toLowerCase()))}::text[], ${flags((row) => row.verified)}::text[]::boolean[],
      ${column((row) => row.message.chat as string)}::text[], ${flags((row) => row.message.isGroup)}::text[]::boolean[], ${column((row) => row.message.id as string)}::text[],
      ${column((row) => row.body)}::text[], ${column((row) => row.parts)}::text[], ${column((row) => row.message.at.toISOString())}::text[],
      ${flags((row) => row.message.sender.isSelf)}::text[]::boolean[], ${flags((row) => row.message.origin === 'history')}::text[]::boolean[], ${column((row) => row.message.replyTo ?? null)}::text[],
      ${column((row) => row.protocol)}::text[], ${column((row) => row.blockMinutes)}::integer[],
      ${column(() => newId())}::uuid[], ${column(() => newId())}::uuid[], ${column(() => newId())}::uuid[]) order by ord`
  return stored.map((row) => ({ ticketId: row.ticket_id, messageId: row.message_id, outcome: row.outcome, early: row.early }))
}
