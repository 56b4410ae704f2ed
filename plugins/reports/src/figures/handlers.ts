import type { FactAnswer, FactConversationsQuery, FactQuery, SessionContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import type { FigureConversations } from './figure-conversation.ts'

/** Questions that the database answers side by side; the others wait for these. */
const atOnce = 4

/** Answers questions in their order. */
export async function answerFigures(
  context: Pick<SessionContext, 'core'>,
  questions: readonly FactQuery[],
): Promise<{ answers: FactAnswer[] }> {
  const answers: FactAnswer[] = []
  for (let start = 0; start < questions.length; start += atOnce)
    answers.push(
      ...(await Promise.all(
        questions.slice(start, start + atOnce).map((question) => context.core.facts.query(question)),
      )),
    )
  return { answers }
}

/** The conversations behind a number, by their names. One that was deleted since it was counted is left out. */
export async function listConversations(
  { core, viewer }: SessionContext,
  query: FactConversationsQuery,
): Promise<FigureConversations> {
  if (!viewer.can('tickets.read')) throw refusal('ERR_NO_PERMISSION')
  const { conversations, nextCursor } = await core.facts.conversations(query)
  const tickets = await core.tickets.visibleTo(
    viewer,
    conversations.map(({ ticket }) => ticket),
  )
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]))
  const rows = conversations.flatMap(({ ticket: id, at, amount }) => {
    const ticket = byId.get(id)
    if (!ticket) return []
    const { protocol, name: contact, queue, username: user, status } = ticket
    return [{ id, protocol, contact, queue, user, status, at, amount }]
  })
  return { rows, nextCursor }
}
