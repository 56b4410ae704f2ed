import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ColleagueStore, repeatPresence } from './colleagues.ts'

const bia = { userId: 'bia', name: 'Bia' }
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('colleagues at a ticket', () => {
  it('come, go at once when they say so, and are forgotten when they fall silent', () => {
    const store = new ColleagueStore()
    store.take('t', bia, true)
    expect(store.of('t')).toEqual([bia])
    expect(store.of('other')).toEqual([])
    store.take('t', bia, false)
    expect(store.of('t')).toEqual([])
    store.take('t', bia, true)
    for (let times = 0; times < 5; times++) {
      vi.advanceTimersByTime(repeatPresence)
      store.take('t', bia, true)
    }
    expect(store.of('t')).toEqual([bia])
    vi.advanceTimersByTime(3 * repeatPresence)
    expect(store.of('t')).toEqual([])
  })

  it('tell of a newcomer once, and change nothing when they repeat themselves', () => {
    const store = new ColleagueStore()
    const [came, changed] = [vi.fn<(ticketId: string) => void>(), vi.fn<() => void>()]
    store.onNewcomer(came)
    store.subscribe(changed)
    for (let times = 0; times < 3; times++) store.take('t', bia, true)
    expect(came.mock.calls).toEqual([['t']])
    expect(changed).toHaveBeenCalledTimes(1)
  })
})
