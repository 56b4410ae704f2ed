import type { KeyContext, PluginImplementation, UploadedFile } from '@recado/sdk'
import { accountOf, requireAccount, type Account } from '../account.ts'
import { announce } from '../cable/happening.ts'
import {
  agentsOf,
  attributeDefinitionsOf,
  labelOf,
  labelsOf,
  profileOf,
  teamMembersOf,
  teamOf,
  teamsOf,
} from '../catalogue/catalogue.ts'
import { removeAttributes } from '../catalogue/custom-attributes.ts'
import { contactInboxes } from '../contacts/contact-store.ts'
import {
  createContact,
  joinContacts,
  placeIn,
  requireContact,
  showContact,
  shownPlace,
  updateContact,
} from '../contacts/contacts.ts'
import { contactPage, contactsPerPage, filterContacts, searchContacts } from '../contacts/find-contacts.ts'
import { knownContact, knownContacts, shownContacts, slimContact } from '../contacts/shown-contact.ts'
import { markSeen, markUnseen } from '../conversations/conversation-store.ts'
import { removeConversationAttributes, setConversationAttributes } from '../conversations/attributes.ts'
import { agentShape, requireConversation, type Conversation } from '../conversations/conversation.ts'
import {
  assign,
  conversationsOfContact,
  createConversation,
  labelConversation,
  setPriority,
  tagsBy,
  toggleStatus,
} from '../conversations/conversations.ts'
import {
  conversationCounts,
  conversationPage,
  filterConversations,
  type Counts,
} from '../conversations/find-conversations.ts'
import { shownConversation } from '../conversations/shown-conversation.ts'
import { createInbox, inboxOf, inboxesOf, requireInbox, shownInbox, updateInbox } from '../inboxes/inbox.ts'
import { deleteMessage, postMessage, requireMessage, updateMessage } from '../messages/messages.ts'
import { listMessages } from '../messages/list-messages.ts'
import { slimMessage } from '../messages/shown-message.ts'
import type { plugin } from '../plugin.ts'
import { addWebhook, changeWebhook, removeWebhook, webhooksOf } from '../webhooks/webhooks.ts'
import { Fault, answering, invalid, json } from './answer.ts'
import { fieldsOf, object, pageOf, text, texts, type Fields } from './fields.ts'

type Handlers = PluginImplementation<typeof plugin>['routes']
interface Given {
  readonly params: { readonly accountId: string; readonly id: string; readonly messageId: string }
  readonly query: Fields
  readonly body: unknown
  readonly files: readonly UploadedFile[]
}
type Handler = (request: unknown, ctx: KeyContext) => Promise<Response>

/** A call of the account that the path names, answered in the shapes of the API. */
const inAccount =
  (work: (given: Given, ctx: KeyContext, account: Account) => Promise<unknown>): Handler =>
  (request, ctx) =>
    answering(async () => {
      const given = request as Given
      return work(given, ctx, await requireAccount(ctx, given.params.accountId))
    })

const payload = (list: unknown): object => ({ payload: list })
const told = ({ all, assigned }: Counts): object => ({
  mine_count: 0,
  assigned_count: assigned,
  unassigned_count: all - assigned,
  all_count: all,
})
const shown = (ctx: KeyContext, account: Account, conversations: readonly Conversation[]): Promise<object[]> =>
  Promise.all(conversations.map((one) => shownConversation(ctx, account, one)))

/** Handlers of the account API, by the names of their routes. */
export const accountHandlers = {
  profile: (_request: unknown, ctx: KeyContext) => answering(async () => profileOf(ctx, await accountOf(ctx))),
  account: inAccount(async (_given, ctx, account) => {
    const { locale, timeZone } = await ctx.core.company.profile()
    return { ...account, locale, timezone: timeZone, status: 'active', features: {}, custom_attributes: {} }
  }),

  inboxes: inAccount(async (_given, ctx) =>
    payload(await Promise.all((await inboxesOf(ctx)).map((inbox) => shownInbox(ctx, inbox)))),
  ),
  inbox: inAccount(async ({ params }, ctx) => shownInbox(ctx, await requireInbox(ctx, params.id))),
  createInbox: inAccount(async ({ body }, ctx) => shownInbox(ctx, await createInbox(ctx, body))),
  updateInbox: inAccount(async ({ params, body }, ctx) =>
    shownInbox(ctx, await updateInbox(ctx, await requireInbox(ctx, params.id), body)),
  ),
  deleteInbox: inAccount(async ({ params }, ctx) => {
    const { connection } = await requireInbox(ctx, params.id)
    await ctx.connections.remove(connection.connection)
    return json(undefined, 200)
  }),

  contacts: inAccount(async ({ query }, ctx) => {
    const page = pageOf(query)
    const { contacts, count } = await contactPage(ctx, '', page)
    const list = await shownContacts(ctx, await knownContacts(ctx, contacts))
    return { meta: { count, current_page: page }, payload: list }
  }),
  searchContacts: inAccount(async ({ query }, ctx) => {
    const page = pageOf(query)
    const q = text(query, 'q')
    if (q === undefined) throw new Fault(422, { error: 'Specify search string with parameter q' })
    const { contacts, count } = await searchContacts(ctx, q, page)
    const list = await shownContacts(ctx, await knownContacts(ctx, contacts))
    return { meta: { count, current_page: page }, payload: list }
  }),
  filterContacts: inAccount(async ({ query, body }, ctx) => {
    const page = pageOf(query)
    const conditions = Array.isArray(body) ? body : fieldsOf(body)['payload']
    const found = await filterContacts(ctx, conditions)
    const list = await shownContacts(
      ctx,
      await knownContacts(ctx, found.slice((page - 1) * contactsPerPage, page * contactsPerPage)),
    )
    return { meta: { count: found.length, current_page: page }, payload: list }
  }),
  createContact: inAccount(async ({ body }, ctx) => {
    const fields = fieldsOf(body)
    const inbox = fields['inbox_id'] === undefined ? undefined : await requireInbox(ctx, fields['inbox_id'])
    const known = await createContact(ctx, body)
    const place = inbox && (await placeIn(ctx, inbox, known.contact, text(fields, 'source_id')))
    return payload({
      contact: await showContact(ctx, known),
      contact_inbox: place && inbox ? shownPlace(place, inbox) : { inbox: null, source_id: null },
    })
  }),
  contact: inAccount(async ({ params }, ctx) => payload(await showContact(ctx, await requireContact(ctx, params.id)))),
  updateContact: inAccount(async ({ params, body }, ctx) =>
    payload(await showContact(ctx, await updateContact(ctx, await requireContact(ctx, params.id), body))),
  ),
  patchContact: inAccount(async ({ params, body }, ctx) =>
    payload(await showContact(ctx, await updateContact(ctx, await requireContact(ctx, params.id), body))),
  ),
  removeContactAttributes: inAccount(async ({ params, body }, ctx) => {
    const known = await requireContact(ctx, params.id)
    const held = { ...known.extras?.custom, ...known.contact.attributes }
    const keys = texts(fieldsOf(body), 'custom_attributes') ?? []
    await removeAttributes(ctx, { contact: known.contact.id }, held, keys)
    return payload(await showContact(ctx, (await knownContact(ctx, known.contact.id)) ?? known))
  }),
  contactConversations: inAccount(async ({ params }, ctx, account) => {
    const { contact } = await requireContact(ctx, params.id)
    const found = await conversationsOfContact(ctx, contact.id)
    return payload(await Promise.all(found.map((one) => shownConversation(ctx, account, one))))
  }),
  createContactInbox: inAccount(async ({ params, body }, ctx) => {
    const fields = fieldsOf(body)
    const { contact } = await requireContact(ctx, params.id)
    const inbox = await requireInbox(ctx, fields['inbox_id'])
    return shownPlace(await placeIn(ctx, inbox, contact, text(fields, 'source_id')), inbox)
  }),
  contactableInboxes: inAccount(async ({ params }, ctx) => {
    const { contact } = await requireContact(ctx, params.id)
    const places = await contactInboxes(ctx, [contact.id])
    const shown = await Promise.all(
      places.map(async (place) => {
        const inbox = await inboxOf(ctx, place.connection_id)
        return inbox && shownPlace(place, inbox)
      }),
    )
    return payload(shown.filter((one) => one !== undefined))
  }),
  contactLabels: inAccount(async ({ params }, ctx) =>
    payload((await requireContact(ctx, params.id)).contact.tags.map(({ tag }) => tag)),
  ),
  labelContact: inAccount(async ({ params, body }, ctx) => {
    const { contact } = await requireContact(ctx, params.id)
    await ctx.core.contacts.change(contact.id, { tagIds: (await tagsBy(ctx, body)) as never })
    const now = await knownContact(ctx, contact.id)
    return payload((now?.contact.tags ?? []).map(({ tag }) => tag))
  }),

  mergeContacts: inAccount(async ({ body }, ctx) => showContact(ctx, await joinContacts(ctx, body))),

  conversations: inAccount(async ({ query }, ctx, account) => {
    const { conversations, counts } = await conversationPage(ctx, query)
    return { data: { meta: told(counts), payload: await shown(ctx, account, conversations) } }
  }),
  conversationCounts: inAccount(async ({ query }, ctx) => ({ meta: told(await conversationCounts(ctx, query)) })),
  filterConversations: inAccount(async ({ query, body }, ctx, account) => {
    const { conversations, counts } = await filterConversations(ctx, body, query)
    return { meta: told(counts), payload: await shown(ctx, account, conversations) }
  }),
  createConversation: inAccount(async ({ body, ...given }, ctx, account) => {
    const conversation = await createConversation(ctx, body)
    const message = object(fieldsOf(body), 'message')
    if (message) await postMessage(ctx, account, conversation, { body: message, files: given.files })
    return shownConversation(ctx, account, conversation)
  }),
  conversation: inAccount(async ({ params }, ctx, account) =>
    shownConversation(ctx, account, await requireConversation(ctx, params.id)),
  ),
  updateConversation: inAccount(async ({ params, body }, ctx, account) => {
    const conversation = await requireConversation(ctx, params.id)
    if ('priority' in fieldsOf(body)) await setPriority(ctx, conversation, body)
    return shownConversation(ctx, account, await requireConversation(ctx, params.id))
  }),
  toggleStatus: inAccount(async ({ params, body }, ctx) => {
    const conversation = await requireConversation(ctx, params.id)
    const current = await toggleStatus(ctx, conversation, body)
    return { meta: {}, payload: { success: true, current_status: current, conversation_id: conversation.number } }
  }),
  togglePriority: inAccount(async ({ params, body }, ctx) => {
    await setPriority(ctx, await requireConversation(ctx, params.id), body)
    return json(undefined, 200)
  }),
  assign: inAccount(async ({ params, query, body }, ctx, account) => {
    const fields = { ...query, ...fieldsOf(body) }
    const { assignee } = await assign(ctx, await requireConversation(ctx, params.id), fields)
    if (!('assignee_id' in fields)) return teamOf(ctx, account, fields['team_id'])
    return assignee && agentShape(assignee)
  }),
  conversationLabels: inAccount(async ({ params }, ctx) =>
    payload((await requireConversation(ctx, params.id)).ticket.tags.map(({ tag }) => tag)),
  ),
  labelConversation: inAccount(async ({ params, body }, ctx) =>
    payload(await labelConversation(ctx, await requireConversation(ctx, params.id), body)),
  ),
  conversationAttributes: inAccount(async ({ params, body }, ctx) => {
    return setConversationAttributes(ctx, await requireConversation(ctx, params.id), body)
  }),
  removeConversationAttributes: inAccount(async ({ params, body }, ctx) =>
    removeConversationAttributes(ctx, await requireConversation(ctx, params.id), body),
  ),
  typing: inAccount(async ({ params, body }, ctx) => {
    const { ticket } = await requireConversation(ctx, params.id)
    const status = text(fieldsOf(body), 'typing_status') ?? ''
    if (!['on', 'off', 'recording'].includes(status)) throw invalid('Typing status is invalid', 'typing_status')
    announce(ctx, { kind: 'typing', ticket: ticket.id, by: 'agent', isOn: status !== 'off' })
    return json(undefined, 200)
  }),
  unseenByAgent: inAccount(async ({ params }, ctx, account) => {
    const conversation = await requireConversation(ctx, params.id)
    await markUnseen(ctx, conversation.ticket.id)
    return shownConversation(ctx, account, await requireConversation(ctx, params.id))
  }),
  seenByAgent: inAccount(async ({ params }, ctx, account) => {
    const conversation = await requireConversation(ctx, params.id)
    await markSeen(ctx, conversation.ticket.id, 'agent')
    announce(ctx, { kind: 'conversation', event: 'conversation.read', ticket: conversation.ticket.id })
    return shownConversation(ctx, account, conversation)
  }),

  messages: inAccount(async ({ params, query }, ctx, account) => {
    const conversation = await requireConversation(ctx, params.id)
    const { known, assignee, ticket } = conversation
    return {
      meta: {
        labels: ticket.tags.map(({ tag }) => tag),
        additional_attributes: conversation.extras?.additional ?? {},
        contact: slimContact(ctx, known),
        assignee: assignee && agentShape(assignee),
      },
      payload: await listMessages(ctx, account, conversation, query),
    }
  }),
  createMessage: inAccount(async ({ params, body, files }, ctx, account) =>
    postMessage(ctx, account, await requireConversation(ctx, params.id), { body, files }),
  ),
  updateMessage: inAccount(async ({ params, body }, ctx, account) => {
    const conversation = await requireConversation(ctx, params.id)
    const message = await requireMessage(ctx, conversation, params.messageId)
    await updateMessage(ctx, conversation, message, body)
    return slimMessage(ctx, account, conversation, await requireMessage(ctx, conversation, params.messageId))
  }),
  deleteMessage: inAccount(async ({ params }, ctx) => {
    const conversation = await requireConversation(ctx, params.id)
    await deleteMessage(ctx, conversation, await requireMessage(ctx, conversation, params.messageId))
    return json(undefined, 200)
  }),

  agents: inAccount((_given, ctx, account) => agentsOf(ctx, account)),
  inboxMembers: inAccount(async ({ params }, ctx, account) => {
    await requireInbox(ctx, params.id)
    return payload(await agentsOf(ctx, account))
  }),
  assignableAgents: inAccount(async ({ query }, ctx, account) => {
    for (const inbox of texts(query, 'inbox_ids') ?? []) await requireInbox(ctx, inbox)
    return payload(await agentsOf(ctx, account))
  }),
  team: inAccount(({ params }, ctx, account) => teamOf(ctx, account, params.id)),
  teamMembers: inAccount(({ params }, ctx, account) => teamMembersOf(ctx, account, params.id)),
  label: inAccount(({ params }, ctx) => labelOf(ctx, params.id)),
  teams: inAccount((_given, ctx, account) => teamsOf(ctx, account)),
  labels: inAccount(async (_given, ctx) => payload(await labelsOf(ctx))),
  attributeDefinitions: inAccount(({ query }, ctx) => attributeDefinitionsOf(ctx, query['attribute_model'])),

  webhooks: inAccount(async (_given, ctx, account) => payload({ webhooks: await webhooksOf(ctx, account) })),
  createWebhook: inAccount(async ({ body }, ctx, account) =>
    payload({ webhook: await addWebhook(ctx, account, body) }),
  ),
  updateWebhook: inAccount(async ({ params, body }, ctx, account) =>
    payload({ webhook: await changeWebhook(ctx, account, params.id, body) }),
  ),
  deleteWebhook: inAccount(async ({ params }, ctx) => {
    await removeWebhook(ctx, params.id)
    return json(undefined, 200)
  }),
} satisfies Partial<Record<keyof Handlers, Handler>>
