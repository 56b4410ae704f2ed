import { advance } from '../engine/advance.ts'
import { rehearse, type Rehearsed } from '../engine/rehearse.ts'
import type { RunEvent } from '../engine/state.ts'
import type { Handler } from './handlers.ts'

const weekMs = 7 * 24 * 60 * 60_000

/** The pure engine, with nothing done: the browser may do the same by itself. */
export const preview: Handler<'preview'> = async ({ body: { graph, state, event, facts } }) => {
  const turn = advance(graph, state, event, facts)
  return { state: turn.state, effects: [...turn.effects] }
}

/** What a contact wrote, played through a graph by assumed answers, as far as that leads. */
export const replay: Handler<'replay'> = async ({ body: { graph, messages, facts } }) => {
  const turns: (Rehearsed & { messageId: string | null })[] = []
  for (const { id, at, said } of messages) {
    const state = turns.at(-1)?.state ?? null
    if (state?.phase === 'over') break
    const event: RunEvent =
      state === null ? { kind: 'begin', at, said, seed: 1, variables: {}, jumps: 0 } : { kind: 'said', at, said }
    const played = rehearse(graph, state, event, facts)
    turns.push(...played.map((turn, index) => ({ ...turn, messageId: index === 0 ? id : null })))
  }
  return { turns: turns.map((turn) => ({ ...turn, effects: [...turn.effects] })) }
}

export const conversations: Handler<'conversations'> = async (_request, { core, viewer }) => {
  const { tickets } = await core.tickets.past({ since: new Date(Date.now() - weekMs).toISOString() })
  const seen = await core.tickets.visibleTo(
    viewer,
    tickets.map(({ ticket }) => ticket),
  )
  return seen
    .filter(({ isGroup }) => !isGroup)
    .map(({ id, name, protocol, lastMessageAt, updatedAt }) => ({
      ticketId: id,
      name,
      protocol,
      at: lastMessageAt ?? updatedAt,
    }))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1))
}
