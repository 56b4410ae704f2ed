import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Graph } from '../graph/graph.ts'
import { advance } from './advance.ts'
import type { RunEvent, RunFacts, Turn } from './state.ts'

/* Conversations as an earlier release decided them: a run that is under way when the product is updated goes on as its
   version says. A recording is never changed; a new way of the engine needs a new kind or field of blocks. */

const folder = join(import.meta.dirname, '..', '..', 'recordings')

it.each(readdirSync(folder))('%s is decided as it was', (file) => {
  const { graph, facts, turns } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
    graph: unknown
    facts: RunFacts
    turns: (Turn & { event: RunEvent })[]
  }
  const version = Graph.parse(graph)
  let state: Turn['state'] | null = null
  for (const { event, ...decided } of turns) {
    const turn: Turn = advance(version, state, event, facts)
    expect(turn).toEqual(decided)
    state = turn.state
  }
  expect(turns.length).toBeGreaterThan(5)
})
