import { act, cleanup } from '@testing-library/react'
import { useMemo, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Ticket } from '../../base/contracts.ts'
import { markDeleted, messagesOf, placeMessage, type MessagePages } from '../../data/messages/message-merge.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anyMessage, anyTicket, sampleId, sampleTime } from '../../testing/samples.ts'
import { defaultFilter } from '../../data/tickets/ticket-filter.ts'
import { placeTicket, ticketsOf, type TicketPages } from '../../data/tickets/ticket-merge.ts'
import { useSelection } from './bulk/use-selection.ts'
import { Composer } from './composer/Composer.tsx'
import { TicketRows } from './list/TicketRows.tsx'
import { Thread } from './thread/Thread.tsx'

/* Number of redraws after small changes. A row counts as drawn when a field that only rows read is read. */

const drawn = new Map<string, number>()
const counting = <T extends { id: string }>(value: T, field: keyof T): T =>
  Object.defineProperty({ ...value }, field, {
    enumerable: false,
    get() {
      drawn.set(value.id, (drawn.get(value.id) ?? 0) + 1)
      return value[field]
    },
  })
const drawnSince = async (what: () => void): Promise<string[]> => {
  drawn.clear()
  await act(async () => {
    what()
  })
  return [...drawn.keys()]
}

beforeEach(() => {
  // Elements have no size in a simulated browser: panes are set to the height of ten rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(72)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the list of tickets', () => {
  const ticket = (n: number, change: Partial<Ticket> = {}) => counting(anyTicket(n, change), 'profilePicUrl')
  const many: TicketPages = {
    pageParams: [null, 'c'],
    pages: [0, 1].map((page) => ({
      tickets: Array.from({ length: 40 }, (_row, index) => ticket(500 - page * 40 - index)),
      count: 99,
      countCapped: true,
      hasMore: true,
      nextCursor: 'c',
    })),
  }
  let push: (incoming: Ticket) => void
  let choose: (id: string) => void
  function List() {
    const [pages, setPages] = useState(many)
    const tickets = useMemo(() => ticketsOf(pages), [pages])
    const selection = useSelection(tickets)
    push = (incoming) =>
      setPages((before) => placeTicket(before, incoming, { ...defaultFilter, view: 'all' }, sampleId(1)))
    choose = selection.toggle
    return (
      <TicketRows
        tickets={tickets}
        density="comfortable"
        openId={null}
        hasMore
        selection={selection}
        busy={false}
        onMore={undefined}
        onOpen={choose}
        onAct={() => undefined}
        onSnooze={() => undefined}
      >
        {null}
      </TicketRows>
    )
  }

  it('draws those in sight and not the others', async () => {
    drawn.clear()
    const { getAllByRole } = await draw(<List />, { permissions: ['tickets.write'] })
    expect(getAllByRole('listitem').length).toBeLessThan(30)
    expect(drawn.size).toBe(getAllByRole('listitem').length)
  })

  it('draws one row for a push, and the one that comes into sight', async () => {
    const { getAllByRole } = await draw(<List />, { permissions: ['tickets.write'] })
    expect(await drawnSince(() => push(ticket(499, { updatedAt: sampleTime(501), lastMessage: 'Voltei' })))).toEqual([
      sampleId(599),
    ])
    expect(getAllByRole('listitem')[0]!.textContent).toContain('Voltei')
    expect(await drawnSince(() => push(ticket(600)))).toEqual([sampleId(700)])
  })

  it('draws the rows that the wheel brings, and none that stands', async () => {
    const { getAllByRole } = await draw(<List />, { permissions: ['tickets.write'] })
    const before = new Set(getAllByRole('listitem').map((row) => row.dataset['ticket']!))
    const pane = getAllByRole('list')[0]!.parentElement!.parentElement!
    const brought = await drawnSince(() => {
      pane.scrollTop = 72 * 3
      pane.dispatchEvent(new Event('scroll'))
    })
    expect(brought.length).toBeGreaterThan(0)
    expect(brought.filter((id) => before.has(id))).toEqual([])
  })
})

describe('a conversation', () => {
  const message = (n: number) => counting(anyMessage(n, 1, { fromMe: true, status: 'sent' }), 'failure')
  const pages: MessagePages = {
    pageParams: [null],
    pages: [
      {
        messages: Array.from({ length: 12 }, (_row, index) => message(index * 10)),
        hasMore: false,
        nextCursor: null,
        newerCursor: null,
      } as unknown as MessagePages['pages'][0],
    ],
  }
  let change: (next: (before: MessagePages) => MessagePages) => void
  function Conversation() {
    const [known, setKnown] = useState(pages)
    // Data as a push brings it: every message is a change of its ticket too.
    const ticket = useMemo(() => ({ ...anyTicket(1), updatedAt: known.pages[0]!.messages.at(-1)!.timestamp }), [known])
    const messages = useMemo(() => messagesOf(known), [known])
    change = setKnown
    return (
      <>
        <Thread
          ticket={ticket}
          messages={messages}
          logs={noLogs}
          hasMore={false}
          loadingMore={false}
          hasNewer={false}
          busy={false}
          jump={null}
          isFinding={false}
          capabilities={undefined}
          selection={null}
          actions={actions}
          onLoadMore={nothing}
          onLoadNewer={nothing}
          onFind={() => Promise.resolve(false)}
          onLatest={nothing}
        />
        <Composer ticket={ticket} channel={undefined} replyTo={null} onReplyTo={nothing} onStart={nothing} />
      </>
    )
  }
  const noLogs: never[] = []
  const nothing = () => undefined
  const actions = {
    onReply: nothing,
    onEdit: nothing,
    onDelete: nothing,
    onStopPoll: nothing,
    onForward: nothing,
    onReact: nothing,
    onSelect: nothing,
    onSendAgain: nothing,
  }

  it('draws no message while somebody types', async () => {
    const { drafts, getByRole } = await draw(<Conversation />)
    expect(await drawnSince(() => drafts.set(anyTicket(1).id, { text: 'Bom dia' }))).toEqual([])
    expect(getByRole('textbox')).toHaveProperty('value', 'Bom dia')
  })

  it('draws the message that comes, and none of the others', async () => {
    const { getByText } = await draw(<Conversation />)
    expect(await drawnSince(() => change((before) => placeMessage(before, message(200))))).toEqual([sampleId(1_200)])
    expect(getByText('Texto 200')).toBeTruthy()
  })

  it('draws the message that changes, and none of the others', async () => {
    const { getByText } = await draw(<Conversation />)
    await act(async () => {
      change((before) => placeMessage(before, message(200)))
    })
    expect(await drawnSince(() => change((before) => markDeleted(before, sampleId(1_200))))).toEqual([])
    expect(getByText(/apagada/)).toBeTruthy()
  })
})
