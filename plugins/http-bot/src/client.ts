import { BotAnswer, type BotMessage, type BotTestOutcome, type PluginContext, type ShapeOf } from '@recado/sdk'
import { randomUUID } from 'node:crypto'
import type { Definition } from './plugin.ts'
import { isSigned, sign } from './signature.ts'

export type Context = PluginContext<ShapeOf<Definition>>

/** Answers of a size that no conversation has. */
const largestAnswer = 1_000_000

/** Why there is no answer. */
export class NoAnswer extends Error {
  readonly outcome: BotTestOutcome | 'expired'
  constructor(outcome: BotTestOutcome | 'expired', detail: string) {
    super(detail)
    this.outcome = outcome
  }
}

/** What the program is told. */
export interface Told {
  readonly type: 'conversation.started' | 'message.received'
  readonly bot: string
  /** The same through a conversation. */
  readonly session: string
  readonly message: BotMessage | null
  /** Facts about the contact and the conversation, at its beginning. */
  readonly variables: Readonly<Record<string, string>>
}

function outcomeOf(status: number): BotTestOutcome | 'expired' {
  if (status === 401 || status === 403) return 'refused'
  if (status === 410) return 'expired'
  return status === 404 ? 'missing' : 'unreachable'
}

/** Tells the program, once, and reads what it answers. @throws NoAnswer, and what fetch throws */
export async function tell(ctx: Context, told: Told): Promise<BotAnswer> {
  const { url, signedAnswers } = ctx.settings
  const key = await ctx.secrets.get('signingKey')
  if (url === undefined || key === undefined) throw new NoAnswer('unset', 'address or key is missing')
  const id = `msg_${randomUUID()}`
  const timestamp = Math.floor(Date.now() / 1_000)
  const body = JSON.stringify(told)
  const response = await ctx.fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign(key, { id, timestamp, body }),
    },
    body,
    signal: ctx.signal,
  })
  if (!response.ok) throw new NoAnswer(outcomeOf(response.status), `status ${response.status}`)
  const text = await response.text()
  if (text.length > largestAnswer) throw new NoAnswer('invalid', 'the answer is too large')
  const answered = { id, timestamp: Number(response.headers.get('webhook-timestamp') ?? Number.NaN), body: text }
  if (signedAnswers && !isSigned(key, response.headers.get('webhook-signature'), answered, Date.now()))
    throw new NoAnswer('refused', 'the answer is not signed with the key')
  return read(text)
}

function read(text: string): BotAnswer {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    throw new NoAnswer('invalid', `the answer is no JSON: ${(error as Error).message}`)
  }
  const answer = BotAnswer.safeParse(given)
  if (!answer.success) throw new NoAnswer('invalid', answer.error.issues[0]?.message ?? 'not an answer')
  return answer.data
}
