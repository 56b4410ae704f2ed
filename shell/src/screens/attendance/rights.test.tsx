import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keys } from '../../base/query-keys.ts'
import type { Ticket } from '../../base/contracts.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anyTicket } from '../../testing/samples.ts'
import { useSelection } from './bulk/use-selection.ts'
import { Foot } from './composer/Foot.tsx'
import { TicketRows } from './list/TicketRows.tsx'
import type { MessageActs } from './use-message-acts.ts'
import { useTicketCommands } from './use-ticket-commands.tsx'

/* A role of the company's own may read and no more: nothing is offered to it that would only be refused. */

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const nothing = () => undefined
const open = anyTicket(1, { status: 'open', unreadMessages: 2 })
const Commands = ({ ticket }: { ticket: Ticket }) => (
  <p>
    {useTicketCommands({
      ticket,
      isWatching: false,
      act: nothing,
      change: nothing,
      resolveSilently: nothing,
      leaveUnread: nothing,
      ask: nothing,
      find: nothing,
      togglePanel: nothing,
    })
      .map(({ id }) => id)
      .join(' ')}
  </p>
)
function Rows() {
  const tickets = [open]
  return (
    <TicketRows
      tickets={tickets}
      density="comfortable"
      openId={null}
      hasMore={false}
      selection={useSelection(tickets)}
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
const acts = { editing: null, selection: null, replyTo: null } as unknown as MessageActs
const foot = (ticket: Ticket, permissions: readonly string[]) =>
  draw(<Foot ticket={ticket} channel={undefined} isRefused={false} writing={null} acts={acts} onStart={nothing} />, {
    permissions,
    queries: [[keys.scheduled(ticket.id), { messages: [] }]],
  })

describe('who may read tickets and no more', () => {
  it('is offered to find, to export and to see the details, and no act', async () => {
    const drawn = await draw(<Commands ticket={open} />, { permissions: ['tickets.read', 'tickets.export'] })
    expect(drawn.container.textContent).toBe('find panel exportPdf')
    cleanup()
    const writing = await draw(<Commands ticket={open} />, { permissions: ['tickets.write'] })
    expect(writing.container.textContent).toContain(
      'returnToQueue resolve resolveSilently join transfer snooze priority tag pin watch',
    )
  })

  it('chooses no rows', async () => {
    const reading = await draw(<Rows />, {
      queries: [
        [keys.queues, []],
        [keys.tags, []],
      ],
    })
    expect([reading.getAllByRole('listitem').length, reading.queryAllByRole('checkbox').length]).toEqual([1, 0])
    cleanup()
    const writing = await draw(<Rows />, {
      permissions: ['tickets.write'],
      queries: [
        [keys.queues, []],
        [keys.tags, []],
      ],
    })
    expect(writing.getAllByRole('checkbox')).toHaveLength(1)
  })

  it('is told so where the others write, and starts nothing', async () => {
    const words = 'Sua conta pode ler esta conversa, mas não responder.'
    for (const [ticket, permissions] of [
      [open, ['tickets.write']],
      [anyTicket(1, { status: 'pending' }), ['messages.write']],
    ] as const) {
      const drawn = await foot(ticket, permissions)
      expect([
        drawn.getByText(words).tagName,
        drawn.queryByRole('textbox'),
        drawn.queryByRole('button', { name: 'Atender' }),
      ]).toEqual(['FOOTER', null, null])
      cleanup()
    }
    const answering = await foot(open, ['messages.write'])
    expect(answering.getByRole('textbox')).toBeDefined()
  })
})
