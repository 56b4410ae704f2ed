import { defineRoute, id, instant, type RouteSpec, type TicketId } from '@recado/sdk'
import * as z from 'zod'
import { maxFileBytes } from './channel/inbox-channel.ts'
import { AccessDraft, MadeToken, Overview, ProgramNote } from './company/company.ts'

const program = { access: { kind: 'key', header: 'api_access_token' }, response: 'bytes' } as const
const visitor = { access: { kind: 'connection' }, response: 'bytes' } as const
const manage = { access: { kind: 'session', permission: 'chatwoot-api.manage' } } as const
/** Programs of another product send more than is read: handlers take what they know, and check it. */
const query = z.looseObject({})
const body = z.unknown()
const accountId = z.string()
const inAccount = z.object({ accountId })
const ofOne = z.object({ accountId, id: z.string() })
const ofMessage = ofOne.extend({ messageId: z.string() })
const read = { ...program, method: 'GET', rate: 'read', query } as const
const write = { ...program, rate: 'write', query, body } as const
const remove = { ...program, method: 'DELETE', rate: 'write', query } as const
const withFiles = { encoding: 'multipart', maxBody: maxFileBytes + 1_000_000, limitMs: 60_000 } as const

/** The account API, with an access token. */
export const accountRoutes = {
  profile: defineRoute({ ...read, path: '/profile', summary: 'Who the access token is' }),
  account: defineRoute({ ...read, path: '/accounts/:accountId', params: inAccount, summary: 'The account' }),
  inboxes: defineRoute({ ...read, path: '/accounts/:accountId/inboxes', params: inAccount, summary: 'Inboxes' }),
  inbox: defineRoute({ ...read, path: '/accounts/:accountId/inboxes/:id', params: ofOne, summary: 'An inbox' }),
  createInbox: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/inboxes',
    params: inAccount,
    summary: 'Makes an inbox of the type API',
  }),
  updateInbox: defineRoute({
    ...write,
    method: 'PATCH',
    path: '/accounts/:accountId/inboxes/:id',
    params: ofOne,
    summary: 'Changes an inbox',
  }),
  deleteInbox: defineRoute({
    ...remove,
    path: '/accounts/:accountId/inboxes/:id',
    params: ofOne,
    summary: 'Deletes an inbox; its conversations stay',
  }),
  contacts: defineRoute({ ...read, path: '/accounts/:accountId/contacts', params: inAccount, summary: 'Contacts' }),
  searchContacts: defineRoute({
    ...read,
    path: '/accounts/:accountId/contacts/search',
    params: inAccount,
    summary: 'Contacts by a text',
  }),
  filterContacts: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/contacts/filter',
    params: inAccount,
    summary: 'Contacts by conditions',
  }),
  createContact: defineRoute({
    ...write,
    ...withFiles,
    method: 'POST',
    path: '/accounts/:accountId/contacts',
    params: inAccount,
    summary: 'Writes a contact down',
  }),
  contact: defineRoute({ ...read, path: '/accounts/:accountId/contacts/:id', params: ofOne, summary: 'A contact' }),
  updateContact: defineRoute({
    ...write,
    ...withFiles,
    method: 'PUT',
    path: '/accounts/:accountId/contacts/:id',
    params: ofOne,
    summary: 'Changes a contact',
  }),
  patchContact: defineRoute({
    ...write,
    ...withFiles,
    method: 'PATCH',
    path: '/accounts/:accountId/contacts/:id',
    params: ofOne,
    summary: 'Changes a contact',
  }),
  removeContactAttributes: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/contacts/:id/destroy_custom_attributes',
    params: ofOne,
    summary: 'Removes custom attributes of a contact',
  }),
  contactConversations: defineRoute({
    ...read,
    path: '/accounts/:accountId/contacts/:id/conversations',
    params: ofOne,
    summary: 'Conversations with a contact',
  }),
  createContactInbox: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/contacts/:id/contact_inboxes',
    params: ofOne,
    summary: 'Places a contact in an inbox',
  }),
  contactableInboxes: defineRoute({
    ...read,
    path: '/accounts/:accountId/contacts/:id/contactable_inboxes',
    params: ofOne,
    summary: 'Inboxes in which a contact can be written to',
  }),
  contactLabels: defineRoute({
    ...read,
    path: '/accounts/:accountId/contacts/:id/labels',
    params: ofOne,
    summary: 'Labels of a contact',
  }),
  labelContact: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/contacts/:id/labels',
    params: ofOne,
    summary: 'Sets the labels of a contact',
  }),
  mergeContacts: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/actions/contact_merge',
    params: inAccount,
    summary: 'Makes two contacts one',
  }),
  conversations: defineRoute({
    ...read,
    path: '/accounts/:accountId/conversations',
    params: inAccount,
    summary: 'Conversations of the inboxes',
  }),
  conversationCounts: defineRoute({
    ...read,
    path: '/accounts/:accountId/conversations/meta',
    params: inAccount,
    summary: 'How many conversations there are',
  }),
  filterConversations: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/filter',
    params: inAccount,
    summary: 'Conversations by conditions',
  }),
  createConversation: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations',
    params: inAccount,
    summary: 'Opens a conversation, or answers the live one',
  }),
  conversation: defineRoute({
    ...read,
    path: '/accounts/:accountId/conversations/:id',
    params: ofOne,
    summary: 'A conversation',
  }),
  updateConversation: defineRoute({
    ...write,
    method: 'PATCH',
    path: '/accounts/:accountId/conversations/:id',
    params: ofOne,
    summary: 'Sets the priority of a conversation',
  }),
  toggleStatus: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/toggle_status',
    params: ofOne,
    summary: 'Resolves a conversation, or opens it again',
  }),
  togglePriority: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/toggle_priority',
    params: ofOne,
    summary: 'Sets the priority of a conversation',
  }),
  assign: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/assignments',
    params: ofOne,
    summary: 'Hands a conversation to an agent or a team',
  }),
  conversationLabels: defineRoute({
    ...read,
    path: '/accounts/:accountId/conversations/:id/labels',
    params: ofOne,
    summary: 'Labels of a conversation',
  }),
  labelConversation: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/labels',
    params: ofOne,
    summary: 'Sets the labels of a conversation',
  }),
  conversationAttributes: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/custom_attributes',
    params: ofOne,
    summary: 'Sets the custom attributes of a conversation',
  }),
  removeConversationAttributes: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/destroy_custom_attributes',
    params: ofOne,
    summary: 'Removes custom attributes of a conversation',
  }),
  typing: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/toggle_typing_status',
    params: ofOne,
    summary: 'Tells clients that the program is writing',
  }),
  unseenByAgent: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/unread',
    params: ofOne,
    summary: 'Notes that the program has not read a conversation',
  }),
  seenByAgent: defineRoute({
    ...program,
    method: 'POST',
    rate: 'write',
    query,
    path: '/accounts/:accountId/conversations/:id/update_last_seen',
    params: ofOne,
    summary: 'Notes that the program has read a conversation',
  }),
  messages: defineRoute({
    ...read,
    path: '/accounts/:accountId/conversations/:id/messages',
    params: ofOne,
    summary: 'Messages of a conversation',
  }),
  createMessage: defineRoute({
    ...write,
    ...withFiles,
    method: 'POST',
    path: '/accounts/:accountId/conversations/:id/messages',
    params: ofOne,
    summary: 'Brings a message of the customer, or sends one to them',
  }),
  updateMessage: defineRoute({
    ...write,
    method: 'PATCH',
    path: '/accounts/:accountId/conversations/:id/messages/:messageId',
    params: ofMessage,
    summary: 'Tells how far a message has come',
  }),
  deleteMessage: defineRoute({
    ...remove,
    path: '/accounts/:accountId/conversations/:id/messages/:messageId',
    params: ofMessage,
    summary: 'Takes a message back',
  }),
  agents: defineRoute({ ...read, path: '/accounts/:accountId/agents', params: inAccount, summary: 'Agents' }),
  teams: defineRoute({ ...read, path: '/accounts/:accountId/teams', params: inAccount, summary: 'Queues, as teams' }),
  labels: defineRoute({ ...read, path: '/accounts/:accountId/labels', params: inAccount, summary: 'Labels' }),
  inboxMembers: defineRoute({
    ...read,
    path: '/accounts/:accountId/inbox_members/:id',
    params: ofOne,
    summary: 'Agents of an inbox',
  }),
  assignableAgents: defineRoute({
    ...read,
    path: '/accounts/:accountId/assignable_agents',
    params: inAccount,
    query: z.looseObject({ inbox_ids: z.array(z.string()).max(100).default([]) }),
    summary: 'Agents to whom conversations of inboxes are assigned',
  }),
  team: defineRoute({ ...read, path: '/accounts/:accountId/teams/:id', params: ofOne, summary: 'A queue, as a team' }),
  teamMembers: defineRoute({
    ...read,
    path: '/accounts/:accountId/teams/:id/team_members',
    params: ofOne,
    summary: 'Agents of a queue',
  }),
  label: defineRoute({ ...read, path: '/accounts/:accountId/labels/:id', params: ofOne, summary: 'A label' }),
  attributeDefinitions: defineRoute({
    ...read,
    path: '/accounts/:accountId/custom_attribute_definitions',
    params: inAccount,
    summary: 'Definitions of custom attributes',
  }),
  webhooks: defineRoute({ ...read, path: '/accounts/:accountId/webhooks', params: inAccount, summary: 'Webhooks' }),
  createWebhook: defineRoute({
    ...write,
    method: 'POST',
    path: '/accounts/:accountId/webhooks',
    params: inAccount,
    summary: 'Adds a webhook',
  }),
  updateWebhook: defineRoute({
    ...write,
    method: 'PATCH',
    path: '/accounts/:accountId/webhooks/:id',
    params: ofOne,
    summary: 'Changes a webhook',
  }),
  deleteWebhook: defineRoute({
    ...remove,
    path: '/accounts/:accountId/webhooks/:id',
    params: ofOne,
    summary: 'Deletes a webhook',
  }),
} satisfies Record<string, RouteSpec>

const atInbox = z.object({ connectionId: z.uuid() })
const ofContact = atInbox.extend({ sourceId: z.string() })
const ofConversation = ofContact.extend({ id: z.string() })
const look = { ...visitor, method: 'GET', rate: 'visitor', query } as const
const say = { ...visitor, rate: 'visitor', query, body } as const
const contactPath = '/inboxes/:connectionId/contacts/:sourceId'
const conversationPath = `${contactPath}/conversations/:id` as const

/**
 * The client API, for whom an inbox's contacts use themselves: its address and the contact's own id are what they know.
 */
export const publicRoutes = {
  publicInbox: defineRoute({ ...look, path: '/inboxes/:connectionId', params: atInbox, summary: 'An inbox' }),
  publicCreateContact: defineRoute({
    ...say,
    rate: 'visitorSession',
    method: 'POST',
    path: '/inboxes/:connectionId/contacts',
    params: atInbox,
    summary: 'A new contact of an inbox',
  }),
  publicContact: defineRoute({ ...look, path: contactPath, params: ofContact, summary: 'A contact of an inbox' }),
  publicUpdateContact: defineRoute({
    ...say,
    method: 'PATCH',
    path: contactPath,
    params: ofContact,
    summary: 'Changes a contact of an inbox',
  }),
  publicConversations: defineRoute({
    ...look,
    path: `${contactPath}/conversations`,
    params: ofContact,
    summary: 'Conversations of a contact',
  }),
  publicCreateConversation: defineRoute({
    ...say,
    rate: 'visitorMessage',
    method: 'POST',
    path: `${contactPath}/conversations`,
    params: ofContact,
    summary: 'Begins a conversation',
  }),
  publicConversation: defineRoute({
    ...look,
    path: conversationPath,
    params: ofConversation,
    summary: 'A conversation of a contact',
  }),
  publicMessages: defineRoute({
    ...look,
    path: `${conversationPath}/messages`,
    params: ofConversation,
    summary: 'Messages of a conversation of a contact',
  }),
  publicCreateMessage: defineRoute({
    ...say,
    ...withFiles,
    maxBody: 11_000_000,
    rate: 'visitorMessage',
    method: 'POST',
    path: `${conversationPath}/messages`,
    params: ofConversation,
    summary: 'A message of a contact',
  }),
  publicTyping: defineRoute({
    ...say,
    method: 'POST',
    path: `${conversationPath}/toggle_typing`,
    params: ofConversation,
    summary: 'A contact is writing, or has stopped',
  }),
  publicSeen: defineRoute({
    ...visitor,
    method: 'POST',
    rate: 'visitor',
    query,
    path: `${conversationPath}/update_last_seen`,
    params: ofConversation,
    summary: 'A contact has read a conversation',
  }),
  file: defineRoute({
    ...look,
    path: '/inboxes/:connectionId/files/:token/:name',
    params: atInbox.extend({ token: z.string(), name: z.string() }),
    summary: 'A file of a message, by the address in a webhook',
  }),
} satisfies Record<string, RouteSpec>

/** What administrators see and do on the page of the plugin. */
export const companyRoutes = {
  overview: defineRoute({
    ...manage,
    method: 'GET',
    path: '/overview',
    summary: 'The account, its access tokens and its inboxes',
    rate: 'read',
    response: Overview,
  }),
  makeToken: defineRoute({
    ...manage,
    method: 'POST',
    path: '/tokens',
    summary: 'A new access token, which is in this answer alone',
    rate: 'write',
    confidential: true,
    body: AccessDraft,
    response: MadeToken,
    errors: ['ERR_CHATWOOT_TOKEN_LIMIT'],
  }),
  notes: defineRoute({
    access: { kind: 'session', permission: 'chatwoot-api.read' },
    method: 'GET',
    path: '/tickets/:ticketId/notes',
    summary: 'Notes of programs about a ticket, the latest first',
    rate: 'read',
    params: z.object({ ticketId: id<TicketId>() }),
    query: z.object({ since: instant.optional() }),
    response: z.array(ProgramNote),
    errors: ['ERR_NO_TICKET_FOUND'],
  }),
  removeToken: defineRoute({
    ...manage,
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Ends an access token',
    rate: 'write',
    params: z.object({ id: z.uuid() }),
    response: z.object({ message: z.string() }),
    errors: ['ERR_CHATWOOT_TOKEN_NOT_FOUND'],
  }),
}

export const routes = { ...accountRoutes, ...publicRoutes, ...companyRoutes }

/** The paths at which programs of the other product call. */
export const claims: { readonly [K in keyof typeof routes]?: `/${string}` } = {
  ...under('/api/v1', accountRoutes),
  ...under('/public/api/v1', publicRoutes),
}

function under(root: `/${string}`, specs: Readonly<Record<string, RouteSpec>>): Record<string, `/${string}`> {
  return Object.fromEntries(Object.entries(specs).map(([name, { path }]) => [name, `${root}${path}` as const]))
}
