import * as z from 'zod'
import { Connection, Contact, Message, MessageStatus, Ticket } from './entities.ts'
import {
  id,
  instant,
  type ConnectionId,
  type ContactId,
  type MessageId,
  type QueueId,
  type TagId,
  type TicketId,
} from './ids.ts'
import { webhookEventTypes, type WebhookEventType } from './webhook-event-types.ts'
import { descriptionLengths, webhookAddressLength } from './text-limits.ts'

/*
 * Outgoing webhooks: what is sent, and how endpoints are described. Requests follow Standard Webhooks 1.0.0
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md). Field names are those
 * of the public API.
 */

const message = Message.pick({
  id: true,
  ticketId: true,
  contactId: true,
  fromMe: true,
  userId: true,
  body: true,
  parts: true,
  status: true,
  sendType: true,
  quotedMsgId: true,
  timestamp: true,
  createdAt: true,
})
const ticket = Ticket.pick({
  id: true,
  protocol: true,
  status: true,
  contactId: true,
  userId: true,
  queueId: true,
  channel: true,
  channelId: true,
  isGroup: true,
  priority: true,
  createdAt: true,
  updatedAt: true,
  closedAt: true,
})
const contact = Contact.pick({ id: true, name: true, number: true, email: true, createdAt: true })

/** A message in the body of a webhook; its files are read by the API. */
export type WebhookMessage = z.infer<typeof message>
/** A ticket in the body of a webhook. */
export type WebhookTicket = z.infer<typeof ticket>
/** A contact in the body of a webhook. */
export type WebhookContact = z.infer<typeof contact>

/**
 * What a company's endpoints can be told of, by its public type, with the schema of `data`. A change that would break a
 * reader is a new version beside the old one and never an edit. The reference is made from the descriptions.
 */
export const webhookEvents = {
  'message.received.v1': z
    .object({ message, ticket, contact, firstOfTicket: z.boolean(), automatic: z.boolean() })
    .describe('A contact wrote. With `automatic` nobody wrote it: answer nothing by yourself.'),
  'message.sent.v1': z
    .object({ message, ticket, contact })
    .describe('A message to a contact has left: the provider has taken it. Of people, bots and programs alike.'),
  'message.status.v1': z
    .object({
      messageId: id<MessageId>(),
      ticketId: id<TicketId>(),
      contactId: id<ContactId>(),
      channelId: id<ConnectionId>(),
      status: MessageStatus,
    })
    .describe('What is known of an outgoing message moved forward: sent, a receipt, failed, or unknown.'),
  'ticket.created.v1': z
    .object({ ticket, contact })
    .describe('A conversation began: a customer wrote for the first time on a connection, or an agent opened one.'),
  'ticket.opened.v1': z.object({ ticket, contact }).describe('Somebody took a ticket up, or it was opened again.'),
  'ticket.closed.v1': z.object({ ticket, contact }).describe('A ticket was closed.'),
  'ticket.transferred.v1': z
    .object({ ticket, contact, before: ticket.pick({ userId: true, queueId: true }) })
    .describe('A ticket went to another queue, or from one user to another; `before` is who had it.'),
  'ticket.tagged.v1': z
    .object({ ticket, contact, added: z.array(id<TagId>()), removed: z.array(id<TagId>()) })
    .describe('Tags were put on a ticket or taken off it.'),
  'contact.created.v1': z.object({ contact }).describe('A contact is new: somebody wrote, or was written down.'),
  'contact.updated.v1': z
    .object({ contact, fields: z.array(z.string()) })
    .describe('A contact was changed; `fields` names what was set.'),
  'contact.deleted.v1': z.object({ contactId: id<ContactId>() }).describe('A contact was deleted.'),
  'contact.merged.v1': z
    .object({ from: id<ContactId>(), into: id<ContactId>() })
    .describe('Two contacts turned out to be one: `from` is part of `into` now.'),
  'connection.status.v1': z
    .object({ channelId: id<ConnectionId>(), name: z.string(), type: z.string(), status: Connection.shape.status })
    .describe('A channel came up, went down, or waits for a person.'),
} as const satisfies Record<WebhookEventType, z.ZodType>

/** Type of what the test button sends; `data` is `{ endpointId }`. */
export const webhookTestType = 'webhook.test.v1'

/** Body of every request. `timestamp` is when it happened; the header `webhook-timestamp` is when it was sent. */
export const WebhookBody = z.object({ type: z.string(), timestamp: instant, data: z.record(z.string(), z.unknown()) })

/** Endpoints that a company can have. */
export const webhookEndpointsMost = 50
/** For how long the former secret signs beside the new one, in hours. */
export const webhookOverlapHours = 24
const most = 100

/**
 * An endpoint that an administrator adds or changes. Without connections or queues it is told of all of them; events of
 * contacts and the status of a connection have no queue and pass by that filter.
 */
export const WebhookEndpointInput = z
  .object({
    url: z.string().trim().min(1).max(webhookAddressLength),
    description: z.string().trim().max(descriptionLengths.webhook).default(''),
    types: z.array(z.enum(webhookEventTypes)).min(1),
    channelIds: z.array(id<ConnectionId>()).max(most).default([]),
    queueIds: z.array(id<QueueId>()).max(most).default([]),
    isActive: z.boolean().default(true),
  })
  .strict()
export type WebhookEndpointInput = z.infer<typeof WebhookEndpointInput>

/**
 * What came of an attempt. `refused`: the address leads to a network that may not be reached. `redirect`: the receiver
 * named another address, which is not followed. `gone`: it answered 410 and is told nothing more. `unsigned`: its
 * secret does not open any more; change it.
 */
export const webhookAttemptOutcomes = [
  'ok',
  'status',
  'redirect',
  'gone',
  'timeout',
  'network',
  'refused',
  'unsigned',
  'interrupted',
] as const
/** How an attempt ended: one of `webhookAttemptOutcomes`. */
export const WebhookAttemptOutcome = z.enum(webhookAttemptOutcomes)
/** See the schema. */
export type WebhookAttemptOutcome = z.infer<typeof WebhookAttemptOutcome>

/**
 * An endpoint with its state. `disabled` is what the server did: the endpoint answered 410 (`gone`), or nothing worked
 * for three days (`failing`).
 */
export const WebhookEndpoint = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  types: z.array(z.enum(webhookEventTypes)),
  channelIds: z.array(id<ConnectionId>()),
  queueIds: z.array(id<QueueId>()),
  state: z.enum(['active', 'paused', 'disabled']),
  disabledReason: z.enum(['gone', 'failing']).nullable(),
  /** Until when the former secret signs too; null when there is none. */
  rotationUntil: instant.nullable(),
  /** Since when every attempt has failed; null when the last one succeeded. */
  failingSince: instant.nullable(),
  /** The last attempt. */
  last: z.object({ at: instant, outcome: WebhookAttemptOutcome, status: z.int().nullable() }).nullable(),
  /** Deliveries that wait, up to 1,001. */
  waiting: z.int(),
  createdAt: instant,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
/** An endpoint with its secret, which is in this answer alone. */
export const WebhookEndpointSecret = z.object({ endpoint: WebhookEndpoint, secret: z.string() })
export type WebhookEndpointSecret = z.infer<typeof WebhookEndpointSecret>

/** One request. `answer` is the beginning of what the receiver said, 1,000 characters at most. */
export const WebhookAttempt = z.object({
  number: z.int(),
  at: instant,
  ms: z.int(),
  outcome: WebhookAttemptOutcome,
  status: z.int().nullable(),
  answer: z.string(),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

/** Something an endpoint is told, with what came of it; its id is the header `webhook-id`. */
export const WebhookDelivery = z.object({
  id: z.uuid(),
  type: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** When it is tried next; null for what is done, or waits for an earlier one of its conversation. */
  nextAt: instant.nullable(),
  last: z.object({ outcome: WebhookAttemptOutcome, status: z.int().nullable() }).nullable(),
  createdAt: instant,
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
/** A delivery with the body that is sent, and its attempts, the latest first. */
export const WebhookDeliveryDetail = WebhookDelivery.extend({ body: z.string(), log: z.array(WebhookAttempt) })
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>
/** Deliveries, newest first; the next page begins at `next`, null at the end. */
export const WebhookDeliveryPage = z.object({ deliveries: z.array(WebhookDelivery), next: z.string().nullable() })
export type WebhookDeliveryPage = z.infer<typeof WebhookDeliveryPage>

/** A span of time whose deliveries are sent again: all that are done, or those that failed. At most 31 days. */
export const WebhookReplay = z
  .object({ since: instant, until: instant, only: z.enum(['failed', 'all']).default('failed') })
  .strict()
export type WebhookReplay = z.infer<typeof WebhookReplay>

/** What a plugin sends through `core.webhooks`; see `CorePorts`. */
export const PluginWebhook = z
  .object({
    url: z.string().min(1).max(2_000),
    secret: z.string().max(200),
    type: z
      .string()
      .regex(/^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*$/)
      .max(100),
    data: z.record(z.string(), z.json()).refine((data) => JSON.stringify(data).length <= 262_144),
    key: z.string().min(1).max(200),
    order: z.string().min(1).max(200).optional(),
    /** The body is `data` alone, without type and timestamp. */
    bare: z.boolean().optional(),
  })
  .strict()
export type PluginWebhook = z.input<typeof PluginWebhook>
/** What became of a webhook that a plugin sent under a key, with its last attempts, five at most, the latest first. */
export const PluginDelivery = WebhookDelivery.extend({
  key: z.string(),
  url: z.string(),
  log: z.array(WebhookAttempt.omit({ answer: true })),
})
/** See the schema. */
export type PluginDelivery = z.infer<typeof PluginDelivery>

/** A webhook that is on its way; `id` is its header `webhook-id`. */
export interface SentWebhook {
  readonly id: string
}
