import {
  defineRoute,
  definePlugin,
  implementPlugin,
  MessageCreated,
  Refusal,
  TicketClosed,
  TicketPrioritized,
  TicketSnoozed,
  TicketTagged,
  TicketUpdated,
  type ActingTicketChange,
  type CorePorts,
  type CoreUse,
  type TicketClockQuery,
  type TicketId,
  type UserId,
  type QueueId,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from './minimal.ts'

/** What a test has a plugin do with tickets. */
export type Order =
  | { readonly change: ActingTicketChange; readonly ticket: TicketId; readonly note?: string }
  | {
      readonly transfer: { readonly userId?: UserId; readonly queueId?: QueueId; readonly note?: string }
      readonly ticket: TicketId
    }
  | { readonly say: string; readonly ticket: TicketId }
  | { readonly clock: TicketClockQuery }
  | { readonly past: { readonly since: string; readonly cursor?: string; readonly limit?: number } }
/** What became of it: what core answered, the code of a refusal, or what the plugin did wrong itself. */
export interface Outcome {
  readonly answer?: unknown
  readonly refused?: string
  readonly wrong?: string
}

const access = { kind: 'session', permission: 'tickets.read' } as const
const body = z.object({ key: z.string().default(''), order: z.custom<Order>() })
const response = z.object({
  answer: z.unknown().optional(),
  refused: z.string().optional(),
  wrong: z.string().optional(),
})
const heard = {
  updated: TicketUpdated,
  closed: TicketClosed,
  prioritized: TicketPrioritized,
  snoozed: TicketSnoozed,
  tagged: TicketTagged,
  sent: MessageCreated,
}

/**
 * A plugin that does with tickets what a test orders: at once, for the user who asks, or later, as itself. It keeps
 * what it hears.
 */
export function keeping(id: string, uses?: readonly CoreUse[]) {
  const outcomes = new Map<string, Outcome>()
  const events: { name: string; data: { ticketId: string } }[] = []
  const hear =
    (name: string) =>
    async (data: { ticketId: string }): Promise<void> => {
      events.push({ name, data })
    }
  return implementPlugin(
    definePlugin({
      ...minimal(id),
      ...(uses && { uses }),
      on: heard,
      jobs: { carry: body },
      routes: {
        atOnce: defineRoute({
          method: 'POST',
          path: '/at-once',
          summary: 'Does it for the user.',
          access,
          rate: 'write',
          body,
          response,
        }),
        later: defineRoute({
          method: 'POST',
          path: '/later',
          summary: 'Has it done as itself.',
          access,
          rate: 'write',
          body,
          response: z.object({}),
        }),
        outcome: defineRoute({
          method: 'GET',
          path: '/outcome/:key',
          summary: 'What became of it.',
          access,
          rate: 'read',
          params: z.object({ key: z.string() }),
          response: z.object({ outcome: response.nullable() }),
        }),
        heard: defineRoute({
          method: 'GET',
          path: '/heard/:ticket',
          summary: 'What it heard of a ticket.',
          access,
          rate: 'read',
          params: z.object({ ticket: z.string() }),
          response: z.array(z.object({ name: z.string(), data: z.unknown() })),
        }),
      },
    }),
    {
      on: {
        updated: hear('updated'),
        closed: hear('closed'),
        prioritized: hear('prioritized'),
        snoozed: hear('snoozed'),
        tagged: hear('tagged'),
        sent: hear('sent'),
      },
      jobs: {
        async carry({ key, order }, { core }) {
          outcomes.set(key, await carryOut(core, order))
        },
      },
      routes: {
        async atOnce({ body: { order } }, { core }) {
          return carryOut(core, order) as Promise<z.infer<typeof response>>
        },
        async later({ body: given }, { enqueue }) {
          await enqueue('carry', given)
          return {}
        },
        outcome: ({ params: { key } }) => ({
          outcome: (outcomes.get(key) as z.infer<typeof response> | undefined) ?? null,
        }),
        heard: ({ params: { ticket } }) => events.filter(({ data }) => data.ticketId === ticket),
      },
    },
  )
}

function done(core: CorePorts, order: Order): Promise<unknown> {
  if ('change' in order)
    return core.tickets.change(order.ticket, order.change, order.note === undefined ? undefined : { note: order.note })
  if ('transfer' in order) return core.tickets.transfer(order.ticket, order.transfer)
  if ('say' in order)
    return core.messages.send(order.ticket, [{ kind: 'text', text: order.say, format: 'plain' }], { key: order.say })
  return 'clock' in order ? core.tickets.onClock(order.clock) : core.tickets.past(order.past)
}

const carryOut = (core: CorePorts, order: Order): Promise<Outcome> =>
  done(core, order).then(
    (answer) => ({ answer }),
    (error: unknown) => {
      if (Refusal.is(error)) return { refused: error.code }
      if (error instanceof TypeError) return { wrong: error.message }
      throw error
    },
  )
