import type { Bot } from './bot.ts'
import type { Chat, World } from './world.ts'

/** How the Bot API says no. */
export class Refused extends Error {
  readonly status: number
  readonly parameters: Record<string, number> | undefined
  constructor(status: number, message: string, parameters?: Record<string, number>) {
    super(message)
    this.status = status
    this.parameters = parameters
  }
}

export interface Call {
  readonly bot: Bot
  readonly world: World
  readonly params: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}
export type Method = (call: Call) => unknown

export const bad = (what: string, parameters?: Record<string, number>): Refused =>
  new Refused(400, `Bad Request: ${what}`, parameters)
/** Forms carry everything as text. */
export const number = (value: unknown): number => Number(value)
export const json = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value)

/** The chat of a call, as long as it can be spoken to. */
export function chatOf({ world, params }: Call): Chat {
  const chat = world.chats.get(number(params['chat_id']))
  if (!chat) throw bad('chat not found')
  if (chat.movedTo !== undefined)
    throw bad('group chat was upgraded to a supergroup chat', { migrate_to_chat_id: chat.movedTo })
  if (chat.isBlocked) throw new Refused(403, 'Forbidden: bot was blocked by the user')
  return chat
}
