/** Public types of the events that endpoints can choose, in the order of the form. */
export const webhookEventTypes = [
  'message.received.v1',
  'message.sent.v1',
  'message.status.v1',
  'ticket.created.v1',
  'ticket.opened.v1',
  'ticket.closed.v1',
  'ticket.transferred.v1',
  'ticket.tagged.v1',
  'contact.created.v1',
  'contact.updated.v1',
  'contact.deleted.v1',
  'contact.merged.v1',
  'connection.status.v1',
] as const
/** One of {@link webhookEventTypes}. */
export type WebhookEventType = (typeof webhookEventTypes)[number]
