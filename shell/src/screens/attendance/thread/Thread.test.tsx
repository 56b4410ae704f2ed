import { TicketProvider } from '@recado/sdk/ui'
import { act, cleanup, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { Message } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyMessage, anyTicket } from '../../../testing/samples.ts'
import { Thread } from './Thread.tsx'

afterEach(cleanup)

it('what came with a page is no longer on its way, though its push was lost', async () => {
  const ticket = anyTicket(1)
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
  let load: (messages: readonly Message[]) => void = nothing
  function Loaded() {
    const [messages, setMessages] = useState<readonly Message[]>([])
    load = setMessages
    return (
      <TicketProvider ticket={ticket}>
        <Thread
          ticket={ticket}
          messages={messages}
          logs={[]}
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
      </TicketProvider>
    )
  }
  const { outbox } = await draw(<Loaded />)
  act(() => {
    outbox.add({ ticketId: ticket.id, body: 'Chegou', files: [], replyToId: null })
    outbox.add({ ticketId: ticket.id, body: 'Ainda não', files: [], replyToId: null })
  })
  await waitFor(() => expect(outbox.of(ticket.id).map(({ state }) => state)).toEqual(['accepted', 'accepted']))
  const { idFront } = outbox.of(ticket.id)[0]!
  act(() => load([anyMessage(1, 1, { fromMe: true, body: 'Chegou', idFront })]))
  expect(outbox.of(ticket.id).map(({ body }) => body)).toEqual(['Ainda não'])
})
