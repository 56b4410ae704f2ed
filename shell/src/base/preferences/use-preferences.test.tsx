import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../session/services.ts'
import { anyLogin, sampleId } from '../../testing/samples.ts'
import { usePreferences, usePreferencesOfOtherDevices } from './use-preferences.ts'

const sent: unknown[] = []
let elsewhere: object

beforeEach(() => {
  vi.useFakeTimers()
  sent.length = 0
  elsewhere = {}
  session.begin(anyLogin({ userId: sampleId(4_001) }))
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    if (init?.method === 'PUT') sent.push(JSON.parse(init.body as string))
    return Response.json(init?.method === 'PUT' ? {} : { configs: elsewhere })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  session.end()
})

const chosen = () => session.current()!.user.configs
const change = () => renderHook(() => usePreferences()).result.current[1]
const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const comeBack = () =>
  act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
  })

test('only what was chosen here is sent, in one go', async () => {
  const choose = change()
  act(() => choose({ density: 'compact' }))
  act(() => choose({ isDark: true }))
  await settle(1_000)
  expect(sent).toEqual([{ density: 'compact', isDark: true }])
})

test('whoever comes back to the page finds what they chose elsewhere; what is on its way from here stays', async () => {
  renderHook(() => usePreferencesOfOtherDevices())
  elsewhere = { shortcuts: { pin: { code: 'KeyG' } }, density: 'comfortable' }
  await comeBack()
  expect(chosen().shortcuts).toBeUndefined()
  await settle(61_000)
  const choose = change()
  act(() => choose({ density: 'compact' }))
  await comeBack()
  await settle(0)
  expect(chosen()).toMatchObject({ shortcuts: { pin: { code: 'KeyG' } }, density: 'compact' })
  await settle(1_000)
  expect(sent).toEqual([{ density: 'compact' }])
})
