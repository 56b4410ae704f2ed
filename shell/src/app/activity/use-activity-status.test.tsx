import { cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '../../base/session/services.ts'
import { anyLogin } from '../../testing/samples.ts'
import { idleMs } from './idle-watch.ts'
import { useActivityStatus } from './use-activity-status.ts'

const status = () => session.current()?.user.status
const opened = () => renderHook(() => useActivityStatus())

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', async () => Response.json({}))
  session.begin(anyLogin({ status: 'online' }))
})
afterEach(() => {
  cleanup()
  session.end()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('S9-009 whether somebody is there', () => {
  it('is true again with the first touch after idleness, also of a page that was loaded anew meanwhile', () => {
    const first = opened()
    vi.advanceTimersByTime(idleMs)
    expect(status()).toBe('offline')
    first.unmount()
    opened()
    expect(status()).toBe('offline')
    fireEvent.keyDown(document.body)
    expect(status()).toBe('online')
  })

  it('is left to who chose to be away, on every page', () => {
    session.updateUser({ status: 'offline' })
    opened()
    fireEvent.keyDown(document.body)
    vi.advanceTimersByTime(idleMs)
    fireEvent.keyDown(document.body)
    expect(status()).toBe('offline')
  })
})
