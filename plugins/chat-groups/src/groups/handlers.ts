import {
  Refusal,
  type ChannelOperation,
  type OperationInput,
  type OperationOutput,
  type RouteAnswer,
  type RouteRequest,
  type SessionContext,
  type TicketId,
} from '@recado/sdk'
import { groupRefusal } from './failure.ts'
import { maxPictureBytes } from './limits.ts'
import type { routes } from './routes.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: SessionContext,
) => Promise<RouteAnswer<(typeof routes)[Name]>>
type Chat = { readonly chat: string }
type OfGroup = { [O in ChannelOperation]: OperationInput<O> extends Chat ? O : never }[ChannelOperation]

const pictureTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const done = { message: 'OK' } as const

type Place = NonNullable<Awaited<ReturnType<SessionContext['core']['channels']['placeOf']>>>

/** Where the group of a ticket is held, for a user who sees the ticket. @throws Refusal ERR_NO_TICKET_FOUND */
async function placeOf({ core: { tickets, channels }, viewer }: SessionContext, ticketId: TicketId): Promise<Place> {
  const [[ticket], place] = await Promise.all([tickets.visibleTo(viewer, [ticketId]), channels.placeOf(ticketId)])
  if (!ticket?.isGroup || !place) throw new Refusal('ERR_NO_TICKET_FOUND')
  return place
}

/** Does something with a group. @throws Refusal, for what the channel throws too */
async function inPlace<O extends OfGroup>(
  ctx: SessionContext,
  { connection, chat }: Place,
  operation: O,
  input: Omit<OperationInput<O>, 'chat'>,
): Promise<OperationOutput<O>> {
  try {
    return await ctx.core.channels.run(connection, operation, { ...input, chat } as OperationInput<O>)
  } catch (error) {
    throw groupRefusal(error)
  }
}

const ofGroup = async <O extends OfGroup>(
  ctx: SessionContext,
  ticketId: TicketId,
  operation: O,
  input: Omit<OperationInput<O>, 'chat'>,
): Promise<OperationOutput<O>> => inPlace(ctx, await placeOf(ctx, ticketId), operation, input)

async function groupOf(ctx: SessionContext, ticketId: TicketId): Promise<RouteAnswer<(typeof routes)['ofTicket']>> {
  const place = await placeOf(ctx, ticketId)
  const group = await inPlace(ctx, place, 'groups.read', {})
  return {
    ...group,
    members: [...group.members],
    rules: [...group.rules],
    memberActs: [...group.memberActs],
    operations: [...place.operations],
    mayManage: group.members.some(({ isSelf, role }) => isSelf && role !== 'member'),
  }
}

export const channels: Handler<'channels'> = async (_request, ctx) => ({
  channels: (await ctx.core.channels.offering('groups.create')).map(({ id, name, status }) => ({
    id,
    name,
    isConnected: status === 'connected',
  })),
})

export const create: Handler<'create'> = async ({ body: { name, connectionId, contactIds, key } }, ctx) => {
  const contacts = await Promise.all([...new Set(contactIds)].map((id) => ctx.core.contacts.get(id)))
  const numbers = contacts.map((contact) => {
    if (!contact) throw new Refusal('ERR_NO_CONTACT_FOUND')
    return contact.number?.replaceAll(/\D/g, '') ?? ''
  })
  const people = numbers.filter((number) => number !== '')
  if (people.length === 0) throw new Refusal('ERR_CONTACTS_NOT_EXISTS_WHATSAPP')
  try {
    const made = await ctx.core.channels.run(connectionId, 'groups.create', { name, people }, { key })
    return { name, people: [...made.people] }
  } catch (error) {
    throw groupRefusal(error)
  }
}

export const ofTicket: Handler<'ofTicket'> = ({ params }, ctx) => groupOf(ctx, params.ticketId)

export const change: Handler<'change'> = async ({ params, body }, ctx) => {
  await ofGroup(ctx, params.ticketId, 'groups.change', body)
  return groupOf(ctx, params.ticketId)
}

export const rules: Handler<'rules'> = async ({ params, body }, ctx) => {
  await ofGroup(ctx, params.ticketId, 'groups.change', body)
  return groupOf(ctx, params.ticketId)
}

export const picture: Handler<'picture'> = async ({ params, files }, ctx) => {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  if (!pictureTypes.includes(file.mime)) throw new Refusal('ERR_FILE_TYPE')
  if (file.bytes.length > maxPictureBytes) throw new Refusal('ERR_FILE_TOO_LARGE', { limit: maxPictureBytes })
  const stored = await ctx.media.put(file.bytes, { name: file.name, mime: file.mime, maxBytes: maxPictureBytes })
  await ofGroup(ctx, params.ticketId, 'groups.change', { picture: stored.id })
  return done
}

export const removePicture: Handler<'removePicture'> = async ({ params }, ctx) => {
  await ofGroup(ctx, params.ticketId, 'groups.change', { picture: null })
  return done
}

export const members: Handler<'members'> = async ({ params, body }, ctx) => {
  const { people } = await ofGroup(ctx, params.ticketId, 'groups.members', body)
  // S8-063: one number was typed, and it is nobody's.
  if (body.act === 'add' && people.length === 1 && people[0]!.outcome === 'notThere')
    throw new Refusal('ERR_WAPP_INVALID_CONTACT')
  return { people: [...people] }
}

export const invitation: Handler<'invitation'> = ({ params, body }, ctx) =>
  ofGroup(ctx, params.ticketId, 'groups.invitation', body)

export const requests: Handler<'requests'> = async ({ params }, ctx) => {
  const { requests: asked } = await ofGroup(ctx, params.ticketId, 'groups.requests', {})
  return { requests: [...asked] }
}

export const decide: Handler<'decide'> = async ({ params, body }, ctx) => {
  const { people } = await ofGroup(ctx, params.ticketId, 'groups.decide', body)
  return { people: [...people] }
}

export const leave: Handler<'leave'> = async ({ params }, ctx) => {
  await ofGroup(ctx, params.ticketId, 'groups.leave', {})
  return done
}
