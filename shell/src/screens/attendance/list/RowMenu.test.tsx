import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import type { Ticket } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { useSelection } from '../bulk/use-selection.ts'
import { RowMenu } from './RowMenu.tsx'

afterEach(cleanup)

const done: { names: string[]; act: unknown }[] = []
function Rows() {
  const [tickets] = useState<Ticket[]>(() => [1, 2, 3].map((n) => anyTicket(n)))
  const selection = useSelection(tickets)
  return (
    <RowMenu
      tickets={tickets}
      selection={selection}
      onAct={(chosen, act) => done.push({ names: chosen.map(({ name }) => name), act })}
      onSnooze={() => undefined}
    >
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id} data-ticket={ticket.id}>
            <a href="#/">
              {ticket.name}
              {selection.has(ticket.id) && ' escolhido'}
            </a>
          </li>
        ))}
      </ul>
    </RowMenu>
  )
}

const menuOf = async (name: string) => {
  fireEvent.contextMenu(screen.getByText(name))
  await waitFor(() => screen.getByRole('menu'))
}
const pick = async (entry: string) => {
  fireEvent.click(screen.getByRole('menuitem', { name: entry }))
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
}

describe('the menu of the rows', () => {
  it('is about the row under it, and about everything chosen with it', async () => {
    await draw(<Rows />, {
      queries: [
        [keys.queues, []],
        [keys.tags, []],
      ],
      fetch: () => Promise.resolve(Response.json([])),
    })
    await menuOf('Contato 2')
    await pick('Resolver')
    expect(done.splice(0)).toEqual([{ names: ['Contato 2'], act: 'resolve' }])
    await menuOf('Contato 1')
    await pick('Selecionar')
    await menuOf('Contato 3')
    await pick('Selecionar')
    await menuOf('Contato 1 escolhido')
    await pick('Resolver')
    expect(done.splice(0)).toEqual([{ names: ['Contato 1', 'Contato 3'], act: 'resolve' }])
    await menuOf('Contato 2')
    await pick('Resolver')
    expect(done.splice(0)).toEqual([{ names: ['Contato 2'], act: 'resolve' }])
  })
})
