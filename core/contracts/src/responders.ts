import * as z from 'zod'
import { id, type QueueId, type UserId } from './ids.ts'
import type { Contact, Message, Ticket } from './entities.ts'
import { FormField } from './form-field.ts'
import { mostResponders } from './responder-limits.ts'

/* Responders answer conversations before people do: a flow, a bot, a message out of hours. Plugins contribute them,
   administrators put them in an order for the company, a connection or a queue. A new or reopened ticket is held by
   the first of its order from the moment its message is stored; each of them keeps it, hands it on, or ends it.

   The texts of a responder are in the plugin's locales under `responders.<name>`: `title`, `help` if it needs one, and
   `fields.<field>.label`, `.help`, `.options.<option>`. */

/** A responder as its plugin declares it. */
export interface ResponderSpec<I extends z.ZodObject = z.ZodObject> {
  /** Name of an icon of the kit. */
  readonly icon?: string
  /** What an administrator fills in at its place in an order; one form field per property, no secrets. */
  readonly input: I
  /** Longest handling of one message, in milliseconds: 1,000 to 60,000, 10,000 by default. */
  readonly limitMs?: number
}

/** What a responder is asked to answer. */
export interface ResponderTurn {
  readonly ticket: Ticket
  readonly contact: Contact
  /** What the contact wrote; null where the ticket was handed to it without a new message. */
  readonly message: Message | null
  /** It has the ticket since just now: state of an earlier time is over. */
  readonly begins: boolean
}

const note = z.string().max(200).optional()
/**
 * What becomes of the ticket. `keep`: the responder acts, or waits for the contact, until then at the latest; after
 * that the next one has it. `pass`: the next responder of the order, people where there is none. `people`: the people
 * of a queue, or a user; `because: 'attempts'` says that the contact did not choose. `close`: resolved. Notes stand in
 * the ticket's history.
 */
export const ResponderDecision = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('keep'), until: z.iso.datetime({ offset: true }) }),
  z.strictObject({ kind: z.literal('pass'), note }),
  z.strictObject({
    kind: z.literal('people'),
    queueId: id<QueueId>().optional(),
    userId: id<UserId>().optional(),
    because: z.literal('attempts').optional(),
    note,
  }),
  z.strictObject({ kind: z.literal('close'), note }),
])
export type ResponderDecision = z.infer<typeof ResponderDecision>

/** A responder at its place in an order; `input` is unchecked user input, and is parsed again at each use. */
export const ResponderPlace = z
  .object({
    plugin: z.string().min(1).max(60),
    name: z.string().min(1).max(60),
    input: z.record(z.string().max(60), z.unknown()),
  })
  .strict()
export type ResponderPlace = z.infer<typeof ResponderPlace>

/** A responder that the company's plugins offer, with its form. */
export const OfferedResponder = z.object({
  plugin: z.string(),
  /** The plugin's name for people. */
  pluginTitle: z.record(z.string(), z.string()),
  name: z.string(),
  namespace: z.string(),
  /** `responders.<name>` in the plugin's namespace. */
  words: z.string(),
  icon: z.string().nullable(),
  fields: z.array(FormField),
})
export type OfferedResponder = z.infer<typeof OfferedResponder>

/** Whose order: the company's, that of a connection, or that of a queue. */
export const ResponderScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('company') }),
  z.strictObject({ kind: z.literal('connection'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('queue'), id: z.uuid() }),
])
export type ResponderScope = z.infer<typeof ResponderScope>

/** An order of responders. One of a connection without places means people alone, whatever the company's says. */
export const ResponderOrder = z.object({ scope: ResponderScope, places: z.array(ResponderPlace).max(mostResponders) })
export type ResponderOrder = z.infer<typeof ResponderOrder>

/** GET /responders: the orders of the company and what can stand in them. */
export const ResponderOrders = z.object({
  orders: z.array(ResponderOrder),
  offered: z.array(OfferedResponder),
})
export type ResponderOrders = z.infer<typeof ResponderOrders>

/** PUT /responders: sets the order of a scope, or with null lets it have none of its own. */
export const ResponderOrderChange = z
  .object({ scope: ResponderScope, places: z.array(ResponderPlace).max(mostResponders).nullable() })
  .strict()
export type ResponderOrderChange = z.infer<typeof ResponderOrderChange>

const instant = z.iso.datetime({ offset: true })
/** A responder by name, as it is shown: with the title of its plugin where it runs. */
export const NamedResponder = z.object({
  plugin: z.string(),
  name: z.string(),
  pluginTitle: z.record(z.string(), z.string()).nullable(),
})
export type NamedResponder = z.infer<typeof NamedResponder>

/** Why a responder no longer has a ticket, or has it. */
export const responderOutcomes = [
  'began',
  'passed',
  'people',
  'closed',
  'failed',
  'timeout',
  'silent',
  'unavailable',
] as const
export const ResponderOutcome = z.enum(responderOutcomes)
export type ResponderOutcome = z.infer<typeof ResponderOutcome>

/** GET /tickets/{id}/responders: who has the ticket, what comes next, and what was decided before, latest first. */
export const TicketResponders = z.object({
  current: NamedResponder.extend({ since: instant, until: instant }).nullable(),
  next: z.array(NamedResponder),
  /** Who answers first if people give the conversation back; null where it cannot be given back. */
  first: NamedResponder.nullable(),
  decisions: z.array(NamedResponder.extend({ at: instant, outcome: ResponderOutcome, note: z.string().nullable() })),
})
export type TicketResponders = z.infer<typeof TicketResponders>
