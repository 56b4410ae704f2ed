import type { SessionState } from '@recado/contracts'
import { expect, test } from 'vitest'
import { isNews, notedStateOf, type NotedState } from './state-audit.ts'

/** Reasons that the trail holds after a session has said these states one after another. */
function trailOf(...states: readonly SessionState[]): string[] {
  const trail: NotedState[] = []
  for (const state of states) {
    const now = notedStateOf(state)
    if (now && isNews(now, trail.at(-1))) trail.push(now)
  }
  return trail.map(({ reason, code }) => (code === null ? reason : `${reason} ${code}`))
}

const connected = { state: 'connected' } as const
const removed = { state: 'needsAction', reason: 'relogin', code: 'REMOVED' } as const

test('a channel that was never in trouble leaves no trace, however often it starts or its line is cut', () => {
  const away = { state: 'degraded', code: 'ECONNRESET', message: 'away' } as const
  expect(trailOf({ state: 'starting' }, connected, away, connected, { state: 'stopped' }, connected)).toEqual([])
})

test('trouble is told once, also over starts in between, and so is its end', () => {
  expect(trailOf(removed, { state: 'starting' }, removed, connected, connected, removed)).toEqual([
    'relogin REMOVED',
    'connected',
    'relogin REMOVED',
  ])
})

test('codes that are renewed are one request to sign in; another reason is another entry', () => {
  expect(
    trailOf(
      { state: 'needsAction', reason: 'login', qr: 'a' },
      { state: 'needsAction', reason: 'login', qr: 'b' },
      { state: 'failed', code: 'BANNED', message: 'banned' },
      { state: 'needsAction', reason: 'conflict' },
    ),
  ).toEqual(['login', 'failed BANNED', 'conflict'])
})
