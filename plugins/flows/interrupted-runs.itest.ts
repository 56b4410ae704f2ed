import { testHost } from '@recado/sdk/testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { activeFlow, begun, converse, withMenuQueue } from './conversation.rig.ts'
import { menu } from './graphs.rig.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

describe('an interruption', () => {
  const journey = ['oi', 'x', '1']
  /** Plays the journey, broken at the n-th call of core that sends or changes; each call is repeated under its key. */
  async function play(
    breakAt: number,
    isDone: boolean,
  ): Promise<{ sent: string[]; changed: number; decisions: unknown[] }> {
    const flow = await activeFlow(withMenuQueue(host.a), menu())
    const talk = converse(host.a)
    const { messages, tickets } = host.a.core
    const [send, change] = [messages.send, tickets.change]
    const before = host.a.core.changed.length
    let calls = 0
    const broken =
      <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
      async (...args: A): Promise<T> => {
        calls += 1
        const breaks = calls === breakAt
        // The process dies before the call, or after it and before anybody knows.
        if (breaks && !isDone) throw new Error('killed')
        const answer = await call(...args)
        if (breaks) throw new Error('killed')
        return answer
      }
    Object.assign(messages, { send: broken(send) })
    Object.assign(tickets, { change: broken(change) })
    const decisions: unknown[] = []
    try {
      for (const text of journey) {
        const key = randomUUID()
        const again = async () => talk.write(flow, text, { key })
        const { kind } = await again().catch(again)
        decisions.push(kind)
      }
    } finally {
      Object.assign(messages, { send })
      Object.assign(tickets, { change })
    }
    return { sent: talk.sent(), changed: host.a.core.changed.length - before, decisions }
  }

  test('at any point doubles nothing and loses nothing', async () => {
    const whole = await play(0, false)
    expect(whole).toEqual({
      sent: ['Olá Ana', 'Escolha', 'Escolha', 'Já vamos'],
      changed: 1,
      decisions: ['keep', 'keep', 'people'],
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.boolean(), async (at, isDone) => {
        const { changed, ...rest } = await play(at, isDone)
        expect(rest).toEqual({ sent: whole.sent, decisions: whole.decisions })
        // The same priority set again is no change for core, which the stand-in counts.
        expect([1, 2]).toContain(changed)
      }),
      { numRuns: 24 },
    )
  })

  test('between a step and its effects loses neither', async () => {
    const { flow, talk } = await begun(host.a)
    await talk.write(flow, 'oi')
    const key = randomUUID()
    const first = await talk.write(flow, '1', { key })
    const sent = talk.sent()
    // Core did not hear the answer, and asks again.
    host.a.core.respondersOf.held.add(talk.ticket)
    expect(await talk.write(flow, '1', { key })).toEqual(first)
    expect(talk.sent()).toEqual(sent)
    expect(host.a.core.changed).toHaveLength(1)
  })
})
