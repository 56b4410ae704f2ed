import type { BotAnswer, BotMessage } from '@recado/sdk'
import type { Destination, NodeOf } from '../graph/graph.ts'
import type { Values } from './filling.ts'
import type { Ask, BotPart } from './state.ts'

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

/** What is sent of an answer: options stand under the last text. Pauses between messages are passed over. */
export function botParts({ says, asks }: Pick<BotAnswer, 'says' | 'asks'>): BotPart[] {
  const parts = says.flatMap((saying): BotPart[] => {
    if (saying.kind === 'wait') return []
    return saying.kind === 'text'
      ? [{ kind: 'botText', text: saying.text, format: saying.format }]
      : [{ kind: 'botFile', url: saying.url, as: saying.media }]
  })
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
}: Extract<NonNullable<BotAnswer['hands']>, { to: 'people' }>): Destination {
  if (userId !== undefined) return { to: 'user', queueId: null, userId }
  return { to: queueId === undefined ? 'people' : 'queue', queueId: queueId ?? null, userId: null }
}
