import { createHmac, randomUUID } from 'node:crypto'
import { mint, type ConnectionRouteContext, type ExternalUserId, type UploadedFile } from '@recado/sdk'
import { sameSecret } from '@recado/sdk/server'
import { accountOf } from '../account.ts'
import { announce } from '../cable/happening.ts'
import { tokenOfContact } from '../cable/subject.ts'
import { contactInbox, type ContactInbox } from '../contacts/contact-store.ts'
import { createContact, placeIn, updateContact } from '../contacts/contacts.ts'
import { knownContact, slimContact, type KnownContact } from '../contacts/shown-contact.ts'
import { markSeen } from '../conversations/conversation-store.ts'
import { requireConversation, type Conversation } from '../conversations/conversation.ts'
import { conversationsOfContact, openConversation } from '../conversations/conversations.ts'
import { conversationForContact } from '../conversations/shown-conversation.ts'
import { Fault, answering, json, notFound } from '../http/answer.ts'
import { fieldsOf, text, type Fields } from '../http/fields.ts'
import { identityKey, inboxOf, type Inbox } from '../inboxes/inbox.ts'
import { listMessages } from '../messages/list-messages.ts'
import { chatOf, postMessage } from '../messages/messages.ts'

interface Given {
  readonly params: { readonly connectionId: string; readonly sourceId: string; readonly id: string }
  readonly query: Fields
  readonly body: unknown
  readonly files: readonly UploadedFile[]
}
type Handler = (request: unknown, ctx: ConnectionRouteContext) => Promise<Response>

const atInbox =
  (work: (given: Given, ctx: ConnectionRouteContext, inbox: Inbox) => Promise<unknown>): Handler =>
  (request, ctx) =>
    answering(async () => {
      const inbox = await inboxOf(ctx, (request as Given).params.connectionId)
      if (!inbox) throw notFound()
      return work(request as Given, ctx, inbox)
    })

interface Person {
  readonly place: ContactInbox
  readonly known: KnownContact
}

/** Who has the id of the path in this inbox: the id is what they know, and nobody can guess it. @throws Fault 404 */
async function personOf(ctx: ConnectionRouteContext, inbox: Inbox, { params }: Given): Promise<Person> {
  const place = await contactInbox(ctx, inbox.id, params.sourceId)
  const known = place && (await knownContact(ctx, place.contact_id))
  if (!known) throw notFound()
  return { place, known }
}

/** A conversation of the person in this inbox. @throws Fault 404 */
async function theirs(ctx: ConnectionRouteContext, inbox: Inbox, given: Given): Promise<Conversation> {
  const { known } = await personOf(ctx, inbox, given)
  const conversation = await requireConversation(ctx, given.params.id)
  if (conversation.inbox.id !== inbox.id || conversation.known.contact.id !== known.contact.id) throw notFound()
  return conversation
}

/** Whether the body proves its `identifier`. @throws Fault 401 for a wrong proof, or none where one is demanded */
async function proves(ctx: ConnectionRouteContext, inbox: Inbox, body: unknown): Promise<boolean> {
  const fields = fieldsOf(body)
  const [identifier, hash] = [text(fields, 'identifier'), text(fields, 'identifier_hash', 128)]
  if (hash === undefined) {
    if (identifier !== undefined && inbox.config.hmacMandatory)
      throw new Fault(401, { error: 'HMAC failed: Invalid Identifier Hash Provided' })
    return false
  }
  const key = await identityKey(ctx, inbox.id)
  const expected = createHmac('sha256', key)
    .update(identifier ?? '')
    .digest('hex')
  if (identifier === undefined || !sameSecret(hash, expected))
    throw new Fault(401, { error: 'HMAC failed: Invalid Identifier Hash Provided' })
  return true
}

const shownPerson = (ctx: ConnectionRouteContext, { place, known }: Person): object => {
  const pubsub_token = tokenOfContact(ctx, place.connection_id, place.source_id)
  const { id, name, email, phone_number } = slimContact(ctx, known) as Record<string, unknown>
  return { id, name, email, phone_number, source_id: place.source_id, pubsub_token }
}

/** What a contact says of itself proves nothing: number and address are the company's to write down. */
const ownWords = (body: unknown): object => {
  const fields = fieldsOf(body)
  return Object.fromEntries(['name', 'custom_attributes'].flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
}

/** Handlers of the client API, by the names of their routes. */
export const publicHandlers = {
  publicInbox: atInbox(async (_given, ctx, inbox) => ({
    identifier: inbox.id,
    name: inbox.name,
    timezone: (await ctx.core.company.profile()).timeZone,
    identity_validation_enabled: inbox.config.hmacMandatory,
    working_hours_enabled: false,
  })),
  publicCreateContact: atInbox(async ({ body }, ctx, inbox) => {
    const fields = fieldsOf(body)
    const isProven = await proves(ctx, inbox, body)
    await ctx.visitors.spend(undefined)
    const source = text(fields, 'source_id') ?? randomUUID()
    const held = await contactInbox(ctx, inbox.id, source)
    if (held) {
      const known = await knownContact(ctx, held.contact_id)
      if (known) return shownPerson(ctx, { place: held, known })
    }
    // A proven identifier is the site's word; an unproven one is kept only where nothing has to be proven.
    const said = isProven || !inbox.config.hmacMandatory ? { ...fields, source_id: undefined } : ownWords(body)
    const known = await createContact(ctx, said, { claims: false })
    return shownPerson(ctx, { place: await placeIn(ctx, inbox, known.contact, source, { isProven }), known })
  }),
  publicContact: atInbox(async (given, ctx, inbox) => shownPerson(ctx, await personOf(ctx, inbox, given))),
  publicUpdateContact: atInbox(async (given, ctx, inbox) => {
    const { place, known } = await personOf(ctx, inbox, given)
    const isProven = await proves(ctx, inbox, given.body)
    await ctx.visitors.spend(place.source_id)
    const after = await updateContact(ctx, known, isProven ? given.body : ownWords(given.body))
    return shownPerson(ctx, { place, known: after })
  }),
  publicConversations: atInbox(async (given, ctx, inbox) => {
    const { known } = await personOf(ctx, inbox, given)
    const found = await conversationsOfContact(ctx, known.contact.id)
    return Promise.all(found.filter((one) => one.inbox.id === inbox.id).map((one) => shownToPerson(ctx, one)))
  }),
  publicCreateConversation: atInbox(async (given, ctx, inbox) => {
    const { known, place } = await personOf(ctx, inbox, given)
    await ctx.visitors.spend(place.source_id)
    return shownToPerson(ctx, await openConversation(ctx, inbox, known.contact.id, fieldsOf(given.body)))
  }),
  publicConversation: atInbox(async (given, ctx, inbox) => shownToPerson(ctx, await theirs(ctx, inbox, given))),
  publicMessages: atInbox(async (given, ctx, inbox) =>
    listMessages(ctx, await accountOf(ctx), await theirs(ctx, inbox, given), given.query),
  ),
  publicCreateMessage: atInbox(async (given, ctx, inbox) => {
    const conversation = await theirs(ctx, inbox, given)
    const bytes = given.files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
    await ctx.visitors.spend(given.params.sourceId, { bytes })
    const { content, echo_id } = fieldsOf(given.body)
    const body = { content, echo_id, message_type: 'incoming' }
    return postMessage(ctx, await accountOf(ctx), conversation, { body, files: given.files })
  }),
  publicTyping: atInbox(async (given, ctx, inbox) => {
    const conversation = await theirs(ctx, inbox, given)
    const status = text({ ...given.query, ...fieldsOf(given.body) }, 'typing_status')
    announce(ctx, { kind: 'typing', ticket: conversation.ticket.id, by: 'contact', isOn: status === 'on' })
    await inbox.connection.emit([
      {
        type: 'typing',
        chat: chatOf(conversation),
        sender: { id: mint<ExternalUserId>(conversation.known.contact.id), isSelf: false, verified: false },
        mode: status === 'on' ? 'text' : 'stop',
        at: new Date(),
      },
    ])
    return json(undefined, 200)
  }),
  publicSeen: atInbox(async (given, ctx, inbox) => {
    const conversation = await theirs(ctx, inbox, given)
    const now = new Date()
    await markSeen(ctx, conversation.ticket.id, 'contact')
    announce(ctx, { kind: 'conversation', event: 'conversation.read', ticket: conversation.ticket.id })
    await inbox.connection.emit([
      { type: 'receipt', target: { chat: chatOf(conversation), upTo: now }, state: 'read', at: now },
    ])
    return json(undefined, 200)
  }),
} satisfies Record<string, Handler>

/** A conversation as its contact may see it. */
async function shownToPerson(ctx: ConnectionRouteContext, conversation: Conversation): Promise<object> {
  const account = await accountOf(ctx)
  const messages = await listMessages(ctx, account, conversation, {})
  return {
    ...(await conversationForContact(ctx, account, conversation)),
    messages,
    contact: slimContact(ctx, conversation.known),
  }
}
