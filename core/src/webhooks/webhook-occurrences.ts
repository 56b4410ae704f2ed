import {
  ConnectionStatusChanged,
  ContactCreated,
  ContactDeleted,
  ContactMerged,
  ContactUpdated,
  MessageReceived,
  MessageStatusChanged,
  TicketClosed,
  TicketCreated,
  TicketTagged,
  TicketUpdated,
  type EventDefinition,
  type EventEnvelope,
  type webhookEvents,
  type WebhookContact,
  type WebhookEventType,
  type WebhookMessage,
  type WebhookTicket,
} from '@recado/contracts'
import type * as z from 'zod'

/** What is read of the subject of an event. */
export interface WebhookFacts {
  readonly ticket: WebhookTicket | undefined
  readonly contact: WebhookContact | undefined
  readonly message: WebhookMessage | undefined
  readonly connection: { readonly name: string; readonly type: string } | undefined
}

/** Subject of an event, by ids. */
export interface WebhookSubject {
  readonly ticketId?: string
  readonly contactId?: string
  readonly messageId?: string
  readonly connectionId?: string
}

/** Something that endpoints are told: `data` answers undefined where its subject is gone by now. */
export interface Occurrence<T extends WebhookEventType = WebhookEventType> {
  readonly type: T
  readonly data: (facts: WebhookFacts) => z.input<(typeof webhookEvents)[T]> | undefined
}

/** What an event of the bus means for endpoints. */
export interface Told {
  readonly subject: WebhookSubject
  readonly occurrences: readonly Occurrence[]
}

const occurrence = <T extends WebhookEventType>(type: T, data: Occurrence<T>['data']): Occurrence =>
  ({ type, data }) as unknown as Occurrence

interface Translation {
  readonly name: string
  readonly tell: (data: unknown) => Told
}
const translation = <S extends z.ZodType>(
  definition: EventDefinition<string, S>,
  tell: (data: z.output<S>) => Told,
): Translation => ({ name: definition.name, tell: (data) => tell(definition.schema.parse(data)) })

type Conversation = Pick<WebhookFacts, 'ticket' | 'contact'>
/** With ticket and contact, where both are still there. */
const conversation = <R>(
  { ticket, contact }: Conversation,
  rest: R,
): ({ ticket: WebhookTicket; contact: WebhookContact } & R) | undefined =>
  ticket && contact && { ticket, contact, ...rest }

type Update = z.output<typeof TicketUpdated.schema>
const isOpened = ({ status, before }: Update): boolean =>
  before !== undefined && status === 'open' && before.status !== 'open'
/** To another queue, or from one user to another; taking up what was nobody's is none. */
const isTransferred = ({ userId, queueId, before }: Update): boolean =>
  before !== undefined &&
  ((queueId !== before.queueId && queueId !== null) ||
    (before.userId !== null && userId !== null && userId !== before.userId))

/** Bus events by name, with what they mean for endpoints. The state of a ticket is the one that the event tells of. */
const translations: ReadonlyMap<string, (data: unknown) => Told> = new Map(
  [
    translation(MessageReceived, (event) => ({
      subject: event,
      occurrences: [
        occurrence(
          'message.received.v1',
          ({ message, ...facts }) =>
            message &&
            conversation(facts, { message, firstOfTicket: event.firstOfTicket, automatic: event.automatic ?? false }),
        ),
      ],
    })),
    translation(MessageStatusChanged, (event) => ({
      subject: event,
      occurrences: [
        ...(event.status === 'sent'
          ? [
              occurrence(
                'message.sent.v1',
                ({ message, ...facts }) => message && conversation(facts, { message: { ...message, status: 'sent' } }),
              ),
            ]
          : []),
        occurrence('message.status.v1', () => ({
          messageId: event.messageId,
          ticketId: event.ticketId,
          contactId: event.contactId,
          channelId: event.connectionId,
          status: event.status,
        })),
      ],
    })),
    translation(TicketCreated, (event) => ({
      subject: event,
      occurrences: [occurrence('ticket.created.v1', (facts) => conversation(facts, {}))],
    })),
    translation(TicketUpdated, (event) => {
      const { status, userId, queueId, before } = event
      const then = ({ ticket, contact }: Conversation): Conversation => ({
        contact,
        ticket: ticket && { ...ticket, status, userId, queueId },
      })
      return {
        subject: event,
        occurrences: [
          ...(isTransferred(event)
            ? [
                occurrence('ticket.transferred.v1', (facts) =>
                  conversation(then(facts), { before: { userId: before!.userId, queueId: before!.queueId } }),
                ),
              ]
            : []),
          ...(isOpened(event) ? [occurrence('ticket.opened.v1', (facts) => conversation(then(facts), {}))] : []),
        ],
      }
    }),
    translation(TicketClosed, (event) => ({
      subject: event,
      occurrences: [
        occurrence('ticket.closed.v1', ({ ticket, contact }) =>
          conversation({ contact, ticket: ticket && { ...ticket, status: 'closed', userId: event.userId } }, {}),
        ),
      ],
    })),
    translation(TicketTagged, (event) => ({
      subject: event,
      occurrences: [
        occurrence('ticket.tagged.v1', (facts) => conversation(facts, { added: event.added, removed: event.removed })),
      ],
    })),
    translation(ContactCreated, (event) => ({
      subject: event,
      occurrences: [occurrence('contact.created.v1', ({ contact }) => contact && { contact })],
    })),
    translation(ContactUpdated, (event) => ({
      subject: event,
      occurrences: [occurrence('contact.updated.v1', ({ contact }) => contact && { contact, fields: event.fields })],
    })),
    translation(ContactDeleted, ({ contactId }) => ({
      subject: {},
      occurrences: [occurrence('contact.deleted.v1', () => ({ contactId }))],
    })),
    translation(ContactMerged, ({ from, into }) => ({
      subject: {},
      occurrences: [occurrence('contact.merged.v1', () => ({ from, into }))],
    })),
    translation(ConnectionStatusChanged, ({ connectionId, status }) => ({
      subject: { connectionId },
      occurrences: [
        occurrence(
          'connection.status.v1',
          ({ connection }) => connection && { channelId: connectionId, ...connection, status },
        ),
      ],
    })),
  ].map(({ name, tell }) => [name, tell]),
)

/** Names of the bus events that mean something for endpoints. */
export const toldEvents: readonly string[] = [...translations.keys()]

/** What an event of the bus means for endpoints. @throws ZodError for a payload that is not its kind's */
export const toldBy = ({ name, data }: Pick<EventEnvelope, 'name' | 'data'>): Told =>
  translations.get(name)?.(data) ?? { subject: {}, occurrences: [] }
