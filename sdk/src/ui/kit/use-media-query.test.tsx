import { act, renderHook } from '@testing-library/react'
import type { Window as SimulatedWindow } from 'happy-dom'
import { expect, test } from 'vitest'
import { useMediaQuery } from './use-media-query.ts'

const { happyDOM } = window as unknown as Pick<SimulatedWindow, 'happyDOM'>
const resize = (width: number) => act(() => happyDOM.setViewport({ width, height: 800 }))

test('a component follows the window while it changes', () => {
  resize(800)
  const { result } = renderHook(() => useMediaQuery('(min-width: 1024px)'))
  expect(result.current).toBe(false)
  resize(1_440)
  expect(result.current).toBe(true)
  resize(800)
  expect(result.current).toBe(false)
})
