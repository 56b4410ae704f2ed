import type { BotMessage, BotSaying } from '@recado/sdk'
import type { Destination, NodeOf } from '../graph/graph.ts'
import type { Values } from './filling.ts'
import type { Ask, BotPart, BotTurn } from './state.ts'

/* What a bot is told and what it says, as the engine has it. */

const longestVariable = 2_000
const longestName = 60

/** What a bot is asked. Its variables are those of the flow and of the conversation that are filled in. */
export const botRequest = (
  { data: { provider, bot, seconds } }: NodeOf<'bot'>,
  message: BotMessage | null,
  values: Values,
  begins: boolean,
): Extract<Ask, { kind: 'bot' }> => ({
  kind: 'bot',
  provider,
  bot,
  begins,
  message,
  seconds,
  variables: Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === '' || name.length > longestName ? [] : [[name, value.slice(0, longestVariable)]],
    ),
  ),
})

type Saying = Exclude<BotSaying, { kind: 'wait' }>
const isSaid = (saying: BotSaying): saying is Saying => saying.kind !== 'wait'

/**
 * An answer up to its first pause, with the pause in seconds and what comes after it. A pause with nothing said behind
 * it is none.
 */
export function untilPause(answer: BotTurn): {
  readonly now: BotTurn
  readonly pause: { readonly seconds: number; readonly rest: BotTurn } | undefined
} {
  const { says } = answer
  const last = says.findLastIndex(isSaid)
  const at = says.findIndex((saying, index) => saying.kind === 'wait' && saying.seconds > 0 && index < last)
  const wait = says[at]
  if (wait?.kind !== 'wait') return { now: answer, pause: undefined }
  return {
    now: { says: says.slice(0, at), asks: null, hands: null },
    pause: { seconds: wait.seconds, rest: { ...answer, says: says.slice(at + 1) } },
  }
}

/** What is sent of an answer without pauses: options stand under the last text. */
export function botParts({ says, asks }: Pick<BotTurn, 'says' | 'asks'>): BotPart[] {
  const parts = says
    .filter(isSaid)
    .map((saying): BotPart =>
      saying.kind === 'text'
        ? { kind: 'botText', text: saying.text, format: saying.format }
        : { kind: 'botFile', url: saying.url, as: saying.media },
    )
  if (!asks || asks.options.length === 0) return parts
  const last = parts.at(-1)
  return last?.kind === 'botText'
    ? [...parts.slice(0, -1), { kind: 'botOptions', text: last.text, question: asks }]
    : [...parts, { kind: 'botOptions', text: '', question: asks }]
}

/** To whom a bot hands a conversation: a user before a queue, people in general where it names neither. */
export function destinationOf({
  queueId,
  userId,
}: Extract<NonNullable<BotTurn['hands']>, { to: 'people' }>): Destination {
  if (userId !== undefined) return { to: 'user', queueId: null, userId }
  return { to: queueId === undefined ? 'people' : 'queue', queueId: queueId ?? null, userId: null }
}
