import { id, type BotAnswer, type QueueId, type UserId } from '@recado/sdk'
import * as z from 'zod'

/* A bubble whose whole text is a JSON object, or one after `#`, is a command to the host, as bots of this market are
   built. Customers never see it, whether it is understood or not. */

/** A value as Typebot writes it into a text: numbers and truths may stand there without quotation marks. */
const Value = z.union([z.string().max(2_000), z.number().transform(String), z.boolean().transform(String)])

const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('queue'), queueId: id<QueueId>() }),
  z.strictObject({ type: z.literal('user'), userId: id<UserId>(), queueId: id<QueueId>().optional() }),
  z.strictObject({ type: z.literal('stopBot'), stopBot: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('close') }),
  z.strictObject({ type: z.literal('set'), variables: z.record(z.string().min(1).max(60), Value) }),
])

/** What a command does: it hands the conversation over, or tells what the bot found out. */
export type BotCommand =
  | { readonly hands: NonNullable<BotAnswer['hands']> }
  | { readonly variables: BotAnswer['variables'] }

/** What a bubble means to the host: nothing (it is for the contact), a command, or one that is not understood. */
export function readCommand(text: string): BotCommand | 'text' | 'unknown' {
  const json = text.trim().replace(/^#/, '')
  if (!json.startsWith('{')) return 'text'
  const given = parsed(json) ?? parsed(unescaped(json))
  // Text in braces is text, unless it was meant for the host.
  if (given === undefined) return /^\{\s*\\?["'“]?type\b/.test(json) || text.trim().startsWith('#') ? 'unknown' : 'text'
  const command = Command.safeParse(given)
  if (!command.success) return 'unknown'
  if (command.data.type === 'set') return { variables: command.data.variables }
  const { type, ...to } = command.data
  return { hands: type === 'close' ? { to: 'close' } : { to: 'people', ...('stopBot' in to ? {} : to) } }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Typebot escapes characters of Markdown in texts that are none. */
const unescaped = (json: string): string => json.replaceAll(/\\([_*[\]~`>#+\-=|{}.!])/g, '$1')
