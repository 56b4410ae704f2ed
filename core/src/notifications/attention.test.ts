import { expect, test } from 'vitest'
import { Attention, attentionMs, type Looking } from './attention.ts'

/** Two nodes on one bus. */
function nodes() {
  const listeners = new Set<(data: unknown, topic: string) => void>()
  const bus = {
    emit: (topic: string, data: unknown) => {
      for (const listener of listeners) listener(structuredClone(data), topic)
    },
    on: (_topic: string, listener: (data: unknown, topic: string) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const clock = {
    at: 0,
    now() {
      return new Date(this.at)
    },
  }
  return { one: new Attention({ bus, clock }), other: new Attention({ bus, clock }), clock }
}
const page: Looking = { page: 'p1', tenantId: 'a', userId: 'u', sessionId: 's1', ticketId: 't1', focused: true }
const [here, phone] = [
  { tenantId: 'a', userId: 'u', sessionId: 's1' },
  { tenantId: 'a', userId: 'u', sessionId: 's2' },
]

test('who looks at a conversation sees it on all devices, whichever node they are connected to', () => {
  const { one, other } = nodes()
  one.noted(page)
  expect([other.sees(here, 't1'), other.sees(here, 't2'), other.sees(phone, 't1'), other.sees(phone, 't2')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect([other.sees({ ...phone, userId: 'v' }, 't1'), other.sees({ ...phone, tenantId: 'b' }, 't1')]).toEqual([
    false,
    false,
  ])
})

test('a page that is left, closed or silent sees nothing, and takes nothing from another page of the session', () => {
  const { one, other, clock } = nodes()
  one.noted(page)
  other.noted({ ...page, page: 'p2', ticketId: 't2' })
  one.noted({ ...page, focused: false })
  expect([one.sees(phone, 't1'), one.sees(phone, 't2'), one.sees(here, 't3')]).toEqual([false, true, true])
  clock.at = attentionMs + 1
  expect([one.sees(here, 't2'), other.sees(phone, 't2')]).toEqual([false, false])
})
