import type { Graph } from '../graph/graph.ts'
import { advance } from './advance.ts'
import type { Ask, AskAnswer, Effect, RunEvent, RunFacts, RunState } from './state.ts'

/* Flows played without anybody: in the builder's phone, and for conversations of the past. */

/** An event of a played conversation, with the answers that were assumed on the way. */
export interface Rehearsed {
  readonly event: RunEvent
  readonly state: RunState
  readonly effects: readonly Effect[]
}

/** Answers to what a flow asks when nobody is asked: what is done works, conditions do not hold, it is open. */
export function assumed(ask: Ask): AskAnswer {
  switch (ask.kind) {
    case 'conditions':
      return { kind: 'conditions', holds: ask.conditions.map(({ negated }) => negated) }
    case 'hours':
      return { kind: 'hours', isOpen: true }
    case 'http':
      return { kind: 'http', ok: true, status: 200, body: {} }
    case 'model':
      return { kind: 'model', ok: true, text: '…' }
    case 'bot':
      return { kind: 'bot', answer: { says: [], asks: null, hands: null } }
    default:
      return { kind: 'act', ok: true }
  }
}

/**
 * One event, and what follows by assumed answers, until the run waits for the contact, for a time, or is over. `answer`
 * decides what is asked; by default it is {@link assumed}.
 */
export function rehearse(
  graph: Graph,
  before: RunState | null,
  event: RunEvent,
  facts: RunFacts,
  answer: (ask: Ask) => AskAnswer = assumed,
): Rehearsed[] {
  const turns: Rehearsed[] = []
  for (let next: RunEvent | undefined = event; next;) {
    const turn: Rehearsed = { event: next, ...advance(graph, turns.at(-1)?.state ?? before, next, facts) }
    turns.push(turn)
    const last = turn.effects.at(-1)
    next = last?.kind === 'ask' ? { kind: 'answer', at: next.at, wait: last.wait, answer: answer(last.ask) } : undefined
  }
  return turns
}
