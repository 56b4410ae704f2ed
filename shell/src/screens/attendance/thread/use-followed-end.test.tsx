import { cleanup, fireEvent, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useFollowedEnd } from './use-followed-end.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const height = 500

/** A pane of rows, and what a browser tells of their height. */
function pane() {
  let rowsGrew = (): void => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        rowsGrew = callback
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  function Pane() {
    const scroller = useRef<HTMLDivElement>(null)
    useFollowedEnd(scroller, [], 120, () => undefined)
    return (
      <div ref={scroller} role="log">
        <div />
      </div>
    )
  }
  const element = render(<Pane />).getByRole('log')
  Object.defineProperty(element, 'clientHeight', { value: height })
  const rows = (total: number): void => {
    Object.defineProperty(element, 'scrollHeight', { value: total, configurable: true })
    rowsGrew()
  }
  const scroll = (to: number): void => {
    element.scrollTop = to
    fireEvent.scroll(element)
  }
  return { element, rows, scroll }
}

test('who is at the end stays there when a row becomes higher', () => {
  const { element, rows, scroll } = pane()
  rows(2_000)
  scroll(1_500)
  rows(2_010)
  expect(element.scrollTop).toBe(2_010)
})

test('who reads further up stays where they are', () => {
  const { element, rows, scroll } = pane()
  rows(2_000)
  scroll(800)
  rows(2_010)
  expect(element.scrollTop).toBe(800)
})
