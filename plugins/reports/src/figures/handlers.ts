import type { FactAnswer, FactConversationsQuery, FactQuery, SessionContext, Viewer } from '@recado/sdk'
import { refusal } from '../errors.ts'
import type { FigureConversations } from './figure-conversation.ts'

/** Questions that the database answers side by side; the others wait for these. */
const atOnce = 4

/** Answers questions in their order. */
export type Ask = (questions: readonly FactQuery[]) => Promise<FactAnswer[]>

/** Asks for the user of the route, or in a job for `viewer`. */
export const askerOf =
  ({ core }: Pick<SessionContext, 'core'>, viewer?: Viewer): Ask =>
  async (questions) => {
    const answers: FactAnswer[] = []
    for (let start = 0; start < questions.length; start += atOnce)
      answers.push(
        ...(await Promise.all(
          questions.slice(start, start + atOnce).map((question) => core.facts.query(question, viewer && { viewer })),
        )),
      )
    return answers
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
