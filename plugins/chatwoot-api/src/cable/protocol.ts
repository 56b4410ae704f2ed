import { defineSocket } from '@recado/sdk'
import * as z from 'zod'

/** What clients say, in the protocol of Action Cable. `identifier` and `data` are JSON in a text. */
const Command = z.object({
  command: z.string().max(40),
  identifier: z.string().max(4_000).optional(),
  data: z.string().max(8_000).optional(),
})
export type Command = z.output<typeof Command>

const identifier = z.string()
/** What clients are told. */
const Told = z.union([
  z.object({ type: z.literal('welcome') }),
  z.object({ type: z.literal('ping'), message: z.int() }),
  z.object({ type: z.enum(['confirm_subscription', 'reject_subscription']), identifier }),
  z.object({ type: z.literal('disconnect'), reason: z.string(), reconnect: z.boolean() }),
  z.object({ identifier, message: z.object({ event: z.string(), data: z.record(z.string(), z.unknown()) }) }),
])
export type Told = z.input<typeof Told>

/** The address at which clients of Chatwoot expect its events. */
export const cable = defineSocket({
  path: '/cable',
  claim: '/cable',
  summary: 'Events of inboxes for clients of Chatwoot',
  protocols: ['actioncable-v1-json'],
  receives: Command,
  sends: Told,
  maxMessage: 16_384,
})

/** Seconds between two pings; a client takes a connection for lost after six without one. */
export const pingMs = 3_000

const Wanted = z.object({
  channel: z.literal('RoomChannel'),
  pubsub_token: z.string().max(2_000),
  account_id: z.union([z.int(), z.string()]).nullish(),
  user_id: z.union([z.int(), z.string()]).nullish(),
})
export type Wanted = z.output<typeof Wanted>

/** What a subscription asks for; undefined for another channel, and for what is none. */
export const wantedIn = (text: string): Wanted | undefined => Wanted.safeParse(parsed(text)).data

/** The act that a client asks a channel for. */
export const actionIn = (text: string): string | undefined =>
  z.object({ action: z.string() }).safeParse(parsed(text)).data?.action

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
