import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { TicketRows } from './TicketRows.tsx'

beforeEach(() => {
  // Elements have no size in a simulated browser: the pane is set to the height of ten rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const tickets = [anyTicket(1), anyTicket(2)]

describe('pressing a row', () => {
  const nothing = () => undefined
  function List() {
    const selection = useSelection(tickets)
    return (
      <TicketRows
        tickets={tickets}
        density="comfortable"
        openId={null}
        hasMore={false}
        selection={selection}
        busy={false}
        onMore={undefined}
        onOpen={nothing}
        onAct={nothing}
        onSnooze={nothing}
      >
        {null}
      </TicketRows>
    )
  }
  async function drawList() {
    const asked: string[] = []
    // Requests stay unanswered while a button is held.
    const fetch = (input: string) => {
      asked.push(new URL(input, 'http://recado.test').pathname)
      return new Promise<Response>(() => undefined)
    }
    const drawn = await draw(<List />, { fetch: fetch as never, permissions: ['tickets.write'] })
    const row = (at: number) => drawn.getAllByRole('listitem')[at]!
    return { ...drawn, row, threads: () => asked.filter((path) => path.startsWith('/messages/')) }
  }

  it('asks for its conversation before the button of the mouse is let go, and once', async () => {
    const { row, threads } = await drawList()
    for (const _time of [1, 2])
      await act(async () => {
        fireEvent.pointerDown(row(1).querySelector('a')!, { pointerType: 'mouse', button: 0 })
      })
    expect(threads()).toEqual([`/messages/${tickets[1]!.id}`])
  })

  it('asks for nothing when it is chosen by its box, its menu is wanted, or a finger may be about to scroll', async () => {
    const { row, threads } = await drawList()
    await act(async () => {
      fireEvent.pointerDown(row(0).querySelector('input')!, { pointerType: 'mouse', button: 0 })
      fireEvent.pointerDown(row(0).querySelector('a')!, { pointerType: 'mouse', button: 2 })
      fireEvent.pointerDown(row(0).querySelector('a')!, { pointerType: 'touch', button: 0 })
    })
    expect(threads()).toEqual([])
  })
})
