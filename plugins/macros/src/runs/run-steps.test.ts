import {
  mint,
  Refusal,
  type Acting,
  type ErrorCode,
  type MessageId,
  type QueueId,
  type TagId,
  type TicketId,
} from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import type { Step } from '../macros/step.ts'
import { overviewOf, runStep } from './run-steps.ts'

const uuid = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const ticketId = mint<TicketId>(uuid(3))
const steps: Step[] = [
  { kind: 'reply', text: 'Oi {{name}}' },
  { kind: 'addTag', tagId: mint<TagId>(uuid(1)) },
  { kind: 'snooze', minutes: 60 },
  { kind: 'toQueue', queueId: mint<QueueId>(uuid(2)) },
  { kind: 'note', text: '{{name}} pediu' },
  { kind: 'action', plugin: 'pix', name: 'charge', input: { amount: 5 } },
]

/** Does the step at a place; what is done is answered, or refused with a code. */
async function doing(at: number, refusal?: ErrorCode) {
  const done: unknown[] = []
  const act =
    (name: string) =>
    async (_ticket: TicketId, ...given: unknown[]): Promise<never> => {
      if (refusal) throw new Refusal(refusal)
      done.push([name, ...given])
      return undefined as never
    }
  const acting: Acting = {
    tickets: { change: act('change'), transfer: act('transfer') },
    messages: {
      send: async (...given) => {
        await act('send')(...given)
        return { messages: [mint<MessageId>(uuid(8))] }
      },
      remove: () => Promise.reject(new Error('nothing is removed')),
    },
    drafts: { get: async () => undefined, keep: act('draft') },
    notes: {
      write: async (...given) => {
        await act('write')(...given)
        return uuid(9)
      },
    },
    actions: { run: act('run') },
  }
  return {
    result: await runStep(steps[at]!, at, {
      acting,
      ticketId,
      key: 'k',
      texts: ['Oi Maria', null, null, null, 'Maria pediu', null],
      now: () => new Date('2026-01-01T00:00:00Z'),
    }),
    done,
  }
}

describe('a step', () => {
  test('is one act: replies say what was filled in, under a key of their own', async () => {
    const sent = await doing(0)
    expect([sent.done, sent.result]).toEqual([
      [['send', 'Oi Maria', { key: 'k:0' }]],
      { kind: 'reply', state: 'done', error: null, messages: [uuid(8)] },
    ])
    expect((await doing(5)).done).toEqual([
      ['run', { plugin: 'pix', name: 'charge', input: { amount: 5 } }, { key: 'k:5' }],
    ])
    const noted = await doing(4)
    expect([noted.done, noted.result]).toEqual([
      [['write', 'Maria pediu', { key: 'k:4' }]],
      { kind: 'note', state: 'done', error: null, note: uuid(9) },
    ])
    expect((await doing(1)).done).toEqual([['change', { addTags: [uuid(1)] }]])
    expect((await doing(2)).done).toEqual([['change', { snooze: { until: '2026-01-01T01:00:00.000Z' } }]])
    expect((await doing(3)).done).toEqual([['transfer', { queueId: uuid(2) }]])
  })

  test('that core refuses says with what; where the ticket is already is no refusal', async () => {
    expect((await doing(1, 'ERR_NO_TAG_FOUND')).result).toEqual({
      kind: 'addTag',
      state: 'refused',
      error: 'ERR_NO_TAG_FOUND',
    })
    expect((await doing(3, 'ERR_TICKET_OF_QUEUE')).result).toEqual({ kind: 'toQueue', state: 'done', error: null })
  })
})

test('behind a refused step the others are skipped, before that they wait', () => {
  const states = (...of: ('done' | 'refused')[]) =>
    overviewOf(
      steps,
      of.map((state, at) => ({ kind: steps[at]!.kind, state, error: null })),
    ).map(({ state }) => state)
  expect(states('done', 'refused')).toEqual(['done', 'refused', 'skipped', 'skipped', 'skipped', 'skipped'])
  expect(states('done')).toEqual(['done', 'waiting', 'waiting', 'waiting', 'waiting', 'waiting'])
})
