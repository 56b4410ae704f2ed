import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSettled } from './use-settled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a value is the one that has stood still for the whole time', () => {
  const { result, rerender } = renderHook(({ value }) => useSettled(value, 300), { initialProps: { value: 'a' } })
  expect(result.current).toBe('a')
  for (const value of ['ab', 'abc']) {
    rerender({ value })
    act(() => void vi.advanceTimersByTime(299))
    expect(result.current).toBe('a')
  }
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe('abc')
})
