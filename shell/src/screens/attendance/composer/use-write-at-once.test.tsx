import { cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useWriteAtOnce, type OpenedToWrite } from './use-write-at-once.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Desk({ isWritable = true, opened = null }: { isWritable?: boolean; opened?: OpenedToWrite | null }) {
  const field = useRef<HTMLTextAreaElement>(null)
  useWriteAtOnce(field, isWritable, opened)
  return (
    <>
      <div data-ticket="1">
        <a href="#/atendimento/1">Marina</a>
      </div>
      <input aria-label="busca" />
      {isWritable ? <textarea ref={field} aria-label="mensagem" /> : <button type="button">Atender</button>}
    </>
  )
}
const hasFocus = (name: string) => document.activeElement === screen.getByLabelText(name)

describe('the focus of a conversation', () => {
  it('is in the composer for who opened it with the mouse, each time anew', () => {
    const { rerender } = render(<Desk opened={{ ticketId: '1' }} />)
    expect(hasFocus('mensagem')).toBe(true)
    screen.getByText('Marina').focus()
    rerender(<Desk opened={{ ticketId: '1' }} />)
    expect(hasFocus('mensagem')).toBe(true)
  })

  it('stays in the list for who goes by keys, and out of the composer where a keyboard would cover the screen', () => {
    render(<Desk />)
    expect(hasFocus('mensagem')).toBe(false)
    cleanup()
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    render(<Desk opened={{ ticketId: '1' }} />)
    expect(hasFocus('mensagem')).toBe(false)
  })

  it('is taken from nobody who writes elsewhere, and not later, when the ticket is taken', () => {
    const { rerender } = render(<Desk opened={null} />)
    screen.getByLabelText('busca').focus()
    rerender(<Desk opened={{ ticketId: '1' }} />)
    expect(hasFocus('busca')).toBe(true)
    cleanup()
    const waiting = { ticketId: '1' }
    const queued = render(<Desk isWritable={false} opened={waiting} />)
    queued.rerender(<Desk opened={waiting} />)
    expect(hasFocus('mensagem')).toBe(false)
  })
})
