import type { webhookEvents, WebhookEventType } from '../../core/contracts/src/index.ts'

const ids = {
  ticket: '019a0000-0000-7000-8000-000000000001',
  contact: '019a0000-0000-7000-8000-000000000002',
  channel: '019a0000-0000-7000-8000-000000000003',
  message: '019a0000-0000-7000-8000-000000000004',
  user: '019a0000-0000-7000-8000-000000000005',
  queue: '019a0000-0000-7000-8000-000000000006',
  otherQueue: '019a0000-0000-7000-8000-000000000007',
  tag: '019a0000-0000-7000-8000-000000000008',
  otherContact: '019a0000-0000-7000-8000-000000000009',
}
const at = '2026-11-20T13:04:05.000Z'

const ticket = {
  id: ids.ticket,
  protocol: '20261120-000042',
  status: 'open',
  contactId: ids.contact,
  userId: ids.user,
  queueId: ids.queue,
  channel: 'webchat',
  channelId: ids.channel,
  isGroup: false,
  priority: 'normal',
  createdAt: at,
  updatedAt: at,
  closedAt: null,
} as const
const waiting = { ...ticket, status: 'pending', userId: null } as const
const contact = {
  id: ids.contact,
  name: 'Rosa Lima',
  number: '5511987650000',
  email: 'rosa@example.com',
  createdAt: at,
} as const
const words = (text: string) => ({ body: text, parts: [{ kind: 'text' as const, text, format: 'plain' as const }] })
const message = {
  id: ids.message,
  ticketId: ids.ticket,
  contactId: ids.contact,
  fromMe: false,
  userId: null,
  ...words('Are you open today?'),
  status: 'received',
  sendType: 'chat',
  quotedMsgId: null,
  timestamp: at,
  createdAt: at,
} as const

/** `data` of each event as the reference shows it; a test checks them against the schemas. */
export const webhookExamples: { readonly [T in WebhookEventType]: (typeof webhookEvents)[T]['_zod']['input'] } = {
  'message.received.v1': { message, ticket: waiting, contact, firstOfTicket: true, automatic: false },
  'message.sent.v1': {
    message: { ...message, fromMe: true, userId: ids.user, ...words('Until six.'), status: 'sent' },
    ticket,
    contact,
  },
  'message.status.v1': {
    messageId: ids.message,
    ticketId: ids.ticket,
    contactId: ids.contact,
    channelId: ids.channel,
    status: 'delivered',
  },
  'ticket.created.v1': { ticket: waiting, contact },
  'ticket.opened.v1': { ticket, contact },
  'ticket.closed.v1': { ticket: { ...ticket, status: 'closed', closedAt: at }, contact },
  'ticket.transferred.v1': {
    ticket: { ...ticket, queueId: ids.otherQueue, userId: null, status: 'pending' },
    contact,
    before: { userId: ids.user, queueId: ids.queue },
  },
  'ticket.tagged.v1': { ticket, contact, added: [ids.tag], removed: [] },
  'contact.created.v1': { contact },
  'contact.updated.v1': { contact, fields: ['name'] },
  'contact.deleted.v1': { contactId: ids.contact },
  'contact.merged.v1': { from: ids.otherContact, into: ids.contact },
  'connection.status.v1': { channelId: ids.channel, name: 'Site', type: 'webchat', status: 'connected' },
}
