import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { idleMs, watchIdle } from './idle-watch.ts'

const page = new EventTarget() as unknown as Window
const act = (name = 'keydown') => page.dispatchEvent(new Event(name))
let told: string[] = []
let stop: () => void = () => undefined
const channel = {
  postMessage: vi.fn<(message: unknown) => void>(),
  onmessage: null as ((event: MessageEvent) => void) | null,
  close: () => undefined,
}

beforeEach(() => {
  vi.useFakeTimers()
  told = []
  channel.postMessage.mockClear()
  stop = watchIdle(page, { onIdle: () => told.push('idle'), onActive: () => told.push('active'), channel })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('S9-009 five minutes without activity', () => {
  it('are noticed once, and the first act after them', () => {
    vi.advanceTimersByTime(idleMs - 1)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['idle'])
    vi.advanceTimersByTime(idleMs * 3)
    act('pointermove')
    act()
    expect(told).toEqual(['idle', 'active'])
    vi.advanceTimersByTime(idleMs)
    expect(told).toEqual(['idle', 'active', 'idle'])
  })

  it('begin anew with every act, also in another tab', () => {
    for (let minutes = 0; minutes < 30; minutes += 4) {
      vi.advanceTimersByTime(4 * 60_000)
      if (minutes % 8 === 0) act('wheel')
      else channel.onmessage?.(new MessageEvent('message'))
    }
    expect(told).toEqual([])
  })

  it('are told to other tabs now and then, not with every move', () => {
    for (let moves = 0; moves < 100; moves++) {
      vi.advanceTimersByTime(100)
      act('pointermove')
    }
    expect(channel.postMessage.mock.calls.length).toBeLessThanOrEqual(2)
  })

  it('may lie before the page was opened: the first act ends them', () => {
    stop()
    stop = watchIdle(page, {
      startsIdle: true,
      onIdle: () => told.push('idle'),
      onActive: () => told.push('active'),
      channel,
    })
    vi.advanceTimersByTime(idleMs * 2)
    expect(told).toEqual([])
    act()
    expect(told).toEqual(['active'])
    vi.advanceTimersByTime(idleMs)
    expect(told).toEqual(['active', 'idle'])
  })

  it('are of no interest after leaving', () => {
    stop()
    vi.advanceTimersByTime(idleMs * 2)
    act()
    expect(told).toEqual([])
  })
})
