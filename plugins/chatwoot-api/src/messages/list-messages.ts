import type { Message } from '@recado/sdk'
import type { Account, Work } from '../account.ts'
import type { Conversation } from '../conversations/conversation.ts'
import type { Fields } from '../http/fields.ts'
import { numbersOf, objectOf } from '../numbers/numbers.ts'
import { slimMessage } from './shown-message.ts'

/** Messages in one answer, as there. */
const perPage = 20
/** How far back a message is looked for. */
const mostPages = 20

/** Messages of a conversation, oldest first: the latest, or those before or after one that a program names. */
export async function listMessages(
  work: Work,
  account: Account,
  conversation: Conversation,
  query: Fields,
): Promise<readonly object[]> {
  const [before, after] = [
    await objectOf(work, 'message', query['before']),
    await objectOf(work, 'message', query['after']),
  ]
  const found: Message[] = []
  let [cursor, isPast]: [string | undefined, boolean] = [undefined, before === undefined]
  reading: for (let page = 0; page < mostPages; page++) {
    const { messages, nextCursor } = await work.core.messages.page(conversation.ticket.id, {
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    })
    for (const message of messages) {
      if (message.id === after) break reading
      if (isPast) found.push(message)
      if (message.id === before) isPast = true
      if (after === undefined && found.length >= perPage) break reading
    }
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const page = found.toReversed().slice(0, after === undefined ? perPage : 100)
  // Numbered in their order, so that the ids of a conversation grow.
  await numbersOf(
    work,
    'message',
    page.map(({ id }) => id),
  )
  return Promise.all(page.map((message) => slimMessage(work, account, conversation, message)))
}
