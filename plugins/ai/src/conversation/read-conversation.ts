import type { Message, ModelTurn, TicketId } from '@recado/sdk'
import type { Context } from '../context.ts'
import { ownWords } from './own-words.ts'
import { quotedLine } from './quoted.ts'

/**
 * What a message says in words; of a voice message what was written out of it, of a file its kind. With `areHidden` no
 * names of files and of people on cards.
 */
function wordsOf(message: Message, transcripts: ReadonlyMap<string, string>, areHidden: boolean): string {
  const heard = transcripts.get(message.id)
  if (heard !== undefined) return heard
  const { kind } = message.parts.find((part) => part.kind !== 'letterHead') ?? { kind: 'text' }
  const text = areHidden ? ownWords(message) : message.body.trim()
  return kind === 'text' || kind === 'interactiveReply' ? text : `[${kind}] ${text}`.trim()
}

export interface Said {
  readonly message: Message
  readonly words: string
}

/** The last messages of a ticket, oldest first, with their words. */
export async function readConversation(ctx: Context, ticketId: TicketId, limit: number): Promise<Said[]> {
  const [{ messages }, transcripts] = await Promise.all([
    ctx.core.messages.page(ticketId, { limit }),
    ctx.db.transaction((tx) =>
      tx.query(
        `select message_id as id, text from plg_ai.words
          where tenant_id = $1 and ticket_id = $2 and kind = 'transcript' and state = 'done'`,
        [ctx.tenant, ticketId],
        'object',
      ),
    ),
  ])
  const heard = new Map((transcripts as { id: string; text: string }[]).map(({ id, text }) => [id, text]))
  return messages
    .filter(({ isDeleted, scheduleDate }) => !isDeleted && scheduleDate === null)
    .map((message) => ({ message, words: wordsOf(message, heard, ctx.settings.hidePersonalData).slice(0, 4_000) }))
    .filter(({ words }) => words !== '')
    .toReversed()
}

/** Longest conversation that is sent, in characters: the newest end of it. */
const longest = 60_000

/**
 * What was said as one text of data, which a model reads and does not obey. Further lines of a message stand indented:
 * nobody can write one that somebody else seems to have said.
 */
export const asData = (said: readonly Said[]): string =>
  said
    .map(({ message, words }) => `${message.fromMe ? 'Team' : 'Customer'}: ${quotedLine(words)}`)
    .join('\n')
    .slice(-longest)

/** What was said as turns between a customer and a model. */
export function turnsOf(said: readonly Said[]): ModelTurn[] {
  const turns: ModelTurn[] = []
  for (const { message, words } of said) {
    const last = turns.at(-1)
    const role = message.fromMe ? 'assistant' : 'user'
    if (last?.role === role) turns[turns.length - 1] = { ...last, text: `${last.text}\n${words}` }
    else turns.push(role === 'user' ? { role, text: words } : { role, text: words, calls: [] })
  }
  return turns
}
