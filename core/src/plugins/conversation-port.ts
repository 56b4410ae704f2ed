import {
  Refusal,
  type ConversationConnection,
  type ConversationPort,
  type ConversationWish,
  type OpenedConversation,
  type TenantId,
  type Ticket,
  type TicketId,
} from '@recado/contracts'
import type { ChannelCatalogue, ChannelType } from '../channels/channel-catalogue.ts'
import type { ContactCreation } from '../contacts/contact-creation.ts'
import { canonicalEmail, type IdentityKey } from '../contacts/identity-claims.ts'
import { typedPhone } from '../contacts/phone.ts'
import type { Database } from '../db/database.ts'
import { byName } from '../db/name-cursor.ts'
import type { Idempotency } from '../http/idempotency.ts'
import type { PluginActor } from '../tickets/ticket-actor.ts'
import type { TicketsService } from '../tickets/tickets.service.ts'
import { requireUse, type PortUser } from './attribute-port.ts'

const mostPlaces = 200
/** Nobody: what a plugin repeats is its own, by the name of the route. */
const nobody = '00000000-0000-0000-0000-000000000000'

export interface ConversationPortParts {
  readonly db: Database
  /** Asked for when they are needed, as the others. */
  readonly channels: () => Pick<ChannelCatalogue, 'find' | 'all' | 'usable'>
  readonly tickets: () => Pick<TicketsService, 'create'>
  readonly creation: () => Pick<ContactCreation, 'create'>
  readonly idempotency: () => Idempotency
}

interface PlaceRow {
  readonly id: ConversationConnection['id']
  readonly name: string
  readonly type: string
  readonly plugin: string
  readonly status: ConversationConnection['status']
  readonly is_active: boolean
  readonly queue_id: string | null
}

/** Conversations that a plugin begins, as `ticketOf` shows tickets: see {@link ConversationPort}. */
export function conversationPort(
  parts: ConversationPortParts,
  tenantId: string,
  plugin: PortUser,
  ticketOf: (ticket: TicketId) => Promise<Ticket | undefined>,
): ConversationPort {
  const { db } = parts
  const places = async (id?: string): Promise<readonly PlaceRow[]> => {
    const [rows] = await db.read(tenantId, (sql) => [
      sql<PlaceRow>`select k.id, k.name, k.type, k.plugin, k.status, k.is_active, k.queue_id from core.connection k
        where k.tenant_id = ${tenantId} and k.deleted_at is null and ${id === undefined ? sql`true` : sql`k.id = ${id}`}
        order by ${byName(sql, sql`k`)} limit ${mostPlaces}`,
    ])
    return rows
  }
  const actor: PluginActor = { tenantId: tenantId as TenantId, userId: null, plugin: plugin.id, note: null }
  return {
    async places(only) {
      requireUse(plugin, 'conversations.open')
      return (await places(only?.connection)).map(({ id, name, type, status, is_active }) => ({
        id,
        name,
        type,
        status,
        isActive: is_active,
        reaches: reachOf(parts.channels().find(type)),
      }))
    },
    async open(wish, { key }) {
      requireUse(plugin, 'conversations.open')
      const { answer } = await parts
        .idempotency()
        .once({ tenantId, by: nobody, route: `${plugin.id} conversations.open`, key, request: [wish] }, async () => {
          const [place] = await places(wish.connection)
          if (!place) throw new Refusal('ERR_NO_WAPP_FOUND')
          const channel = parts.channels().find(place.type)
          if (!place.is_active || !channel || !(await parts.channels().usable(tenantId, place.plugin)))
            throw new Refusal('ERR_CONNECTION_INACTIVE')
          const contactId = await contactOf(parts, tenantId, channel, wish)
          return { status: 200, answer: await openedFor(parts, actor, place, contactId, wish) }
        })
      const { ticketId, opened } = answer as Opening
      const ticket = await ticketOf(ticketId)
      if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
      return opened ? { ticket, opened } : { ticket, opened, code: 'ERR_OTHER_OPEN_TICKET' satisfies Code }
    },
  }
}

type Code = Extract<OpenedConversation, { opened: false }>['code']
interface Opening {
  readonly ticketId: TicketId
  readonly opened: boolean
}

/** What people who have never written are reached by. */
function reachOf(channel: ChannelType | undefined): ConversationConnection['reaches'] {
  const kind = channel && (channel.spec.reaches ?? channel.spec.identityKind)
  return kind === 'phone' || kind === 'email' ? kind : null
}

/** A new ticket, or the live one. One that is closed at that very moment makes way for a new one. */
async function openedFor(
  { tickets }: ConversationPortParts,
  actor: PluginActor,
  place: PlaceRow,
  contactId: string,
  { queueId, userId }: ConversationWish,
): Promise<Opening> {
  const create = (): Promise<Ticket> =>
    tickets().create(actor, {
      contactId: contactId as never,
      channelId: place.id,
      status: userId === undefined ? 'pending' : 'open',
      ...(userId !== undefined && { userId }),
      ...((queueId ?? place.queue_id) !== null && { queueId: (queueId ?? place.queue_id) as never }),
    })
  for (let isRepeated = false; ; isRepeated = true)
    try {
      return { ticketId: (await create()).id, opened: true }
    } catch (error) {
      if (!Refusal.is(error) || error.code !== 'ERR_OTHER_OPEN_TICKET') throw error
      const { ticketId } = error.facts
      if (ticketId !== undefined) return { ticketId: ticketId as TicketId, opened: false }
      if (isRepeated) throw error
    }
}

/** The contact of a wish: the one it names, who has the address, or a new one with it. */
async function contactOf(
  { db, creation }: ConversationPortParts,
  tenantId: string,
  channel: ChannelType,
  { with: whom }: ConversationWish,
): Promise<string> {
  if ('contact' in whom) return whom.contact
  const reaches = reachOf(channel)
  const identities = identitiesOf(channel, reaches, whom.address)
  const find = async (): Promise<string | undefined> => {
    const [rows] = await db.read(tenantId, (sql) => [
      sql<{ contact_id: string }>`
        select i.contact_id
          from jsonb_to_recordset(${JSON.stringify(identities)}::text::jsonb) w (kind text, value text)
          join core.contact_identity i on i.tenant_id = ${tenantId} and i.kind = w.kind and i.value = w.value limit 1`,
    ])
    return rows[0]?.contact_id
  }
  const known = await find()
  if (known !== undefined) return known
  const [identity] = identities
  if (reaches === null || !identity) throw new Refusal('ERR_CREATING_TICKET')
  const name = whom.name?.trim() || identity.value
  try {
    return await creation().create(
      { tenantId: tenantId as TenantId, can: () => false },
      { name, ...(reaches === 'phone' ? { number: identity.value } : { email: identity.value }) },
    )
  } catch (error) {
    // Somebody wrote at that moment, or another call made the contact.
    const now = Refusal.is(error) && error.code === 'ERR_DUPLICATED_CONTACT' ? await find() : undefined
    if (now === undefined) throw error
    return now
  }
}

/** The identities that an address may be, that of the way to people first. @throws Refusal ERR_VALIDATION */
function identitiesOf(
  { spec, implementation }: ChannelType,
  reaches: ConversationConnection['reaches'],
  address: string,
): IdentityKey[] {
  const text = address.trim()
  const own = { kind: spec.identityKind, value: implementation.normalise?.(text) ?? text }
  if (reaches === null) return [own]
  const value = reaches === 'phone' ? typedPhone(text) : canonicalEmail(text)
  if (value === undefined)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'address', message: reaches === 'phone' ? 'a number with its country' : 'an e-mail address' }],
    })
  return [{ kind: reaches, value }, ...(spec.identityKind === reaches ? [] : [own])]
}
