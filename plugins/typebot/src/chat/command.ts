import { id, type BotAnswer, type QueueId, type UserId } from '@recado/sdk'
import * as z from 'zod'

/* A bubble whose whole text is a JSON object, or one after `#`, is a command to the host, as bots of this market are
   built. Customers never see it, whether it is understood or not. */

const Command = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('queue'), queueId: id<QueueId>() }),
  z.strictObject({ type: z.literal('user'), userId: id<UserId>(), queueId: id<QueueId>().optional() }),
  z.strictObject({ type: z.literal('stopBot'), stopBot: z.literal(true).optional() }),
  z.strictObject({ type: z.literal('close') }),
])

/** What a bubble means to the host: nothing (it is for the contact), a command, or one that is not understood. */
export function readCommand(text: string): BotAnswer['hands'] | 'text' | 'unknown' {
  const json = text.trim().replace(/^#/, '')
  if (!json.startsWith('{')) return 'text'
  const given = parsed(json) ?? parsed(unescaped(json))
  // Text in braces is text, unless it was meant for the host.
  if (given === undefined) return /^\{\s*\\?["'“]?type\b/.test(json) || text.trim().startsWith('#') ? 'unknown' : 'text'
  const command = Command.safeParse(given)
  if (!command.success) return 'unknown'
  const { type, ...to } = command.data
  return type === 'close' ? { to: 'close' } : { to: 'people', ...('stopBot' in to ? {} : to) }
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
