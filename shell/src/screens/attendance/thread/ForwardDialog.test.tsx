import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Message, Ticket } from '../../../base/contracts.ts'
import { keys } from '../../../base/query-keys.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyMessage, anyTicket, sampleId } from '../../../testing/samples.ts'
import { ForwardDialog } from './ForwardDialog.tsx'

afterEach(cleanup)

/** The dialog over a thread with these messages, with these conversations to choose from. */
async function forwarding(
  messages: Message[],
  tickets: Ticket[],
  answer: () => Response = () => Response.json({ ticketId: sampleId(102), losses: [] }),
) {
  const posted: unknown[] = []
  const ended: string[] = []
  const drawn = await draw(
    <ForwardDialog
      ids={messages.map(({ id }) => id)}
      onClose={() => ended.push('close')}
      onDone={() => ended.push('done')}
    />,
    {
      queries: [
        [
          keys.thread(sampleId(101)),
          {
            pageParams: [null],
            pages: [
              {
                ticket: anyTicket(1),
                contact: {},
                messages,
                count: 1,
                hasMore: false,
                nextCursor: null,
                newerCursor: null,
              },
            ],
          },
        ],
      ],
      fetch: async (_path, init) => {
        if (init?.method !== 'POST')
          return Response.json({ tickets, count: tickets.length, countCapped: false, hasMore: false, nextCursor: null })
        posted.push(JSON.parse(String(init.body)))
        return answer()
      },
    },
  )
  const choose = async (name: RegExp) => fireEvent.click(await drawn.findByRole('radio', { name }))
  const button = () => drawn.getByRole('button', { name: 'Encaminhar' }) as HTMLButtonElement
  return { ...drawn, posted, ended, choose, button }
}

describe('forwarding', () => {
  it('needs somebody to go to, asks for each of them once, and tells who is gone', async () => {
    const { button, choose, getAllByRole, posted, ended } = await forwarding(
      [anyMessage(1, 1)],
      [anyTicket(2), anyTicket(3, { contactId: sampleId(202), status: 'closed' }), anyTicket(4)],
    )
    expect(button().disabled).toBe(true)
    await choose(/Contato 2/)
    expect(getAllByRole('radio')).toHaveLength(2)
    fireEvent.click(button())
    await waitFor(() => expect(ended).toEqual(['done', 'close']))
    expect(posted).toEqual([{ messages: [sampleId(1001)], contact: sampleId(202), channelId: sampleId(7) }])
  })

  it('tells before what will be lost, and does not offer to send nothing', async () => {
    const place = anyMessage(2, 1, { body: 'Loja', parts: [{ kind: 'location', lat: 1, lng: 2, name: 'Loja' }] })
    const { choose, getByRole, button } = await forwarding([anyMessage(1, 1), place], [anyTicket(2)])
    await choose(/Contato 2/)
    expect(getByRole('status').textContent).toContain('Loja')
    expect(getByRole('status').textContent).toContain('não segue: o canal não aceita')
    expect(button().disabled).toBe(false)
    cleanup()
    const nothing = await forwarding([place], [anyTicket(2)])
    await nothing.choose(/Contato 2/)
    expect(nothing.getByRole('status').textContent).toContain('não leva nada')
    expect(nothing.button().disabled).toBe(true)
  })

  it('a closed window is no way in', async () => {
    const { choose, getByRole, button } = await forwarding(
      [anyMessage(1, 1)],
      [anyTicket(2, { serviceWindowEndsAt: new Date(Date.now() - 60_000).toISOString() })],
    )
    await choose(/Contato 2/)
    expect(getByRole('status').textContent).toContain('só um modelo pode ser enviado')
    expect(button().disabled).toBe(true)
  })

  it('S8-125 a failure of the line asks to try again later; the choice stays', async () => {
    const { choose, button, findByRole, getByRole, ended } = await forwarding([anyMessage(1, 1)], [anyTicket(2)], () =>
      Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 }),
    )
    await choose(/Contato 2/)
    fireEvent.click(button())
    expect((await findByRole('alert')).textContent).toBe(
      'Não foi possível encaminhar. Tente de novo em alguns minutos.',
    )
    expect((getByRole('radio') as HTMLInputElement).checked).toBe(true)
    expect(ended).toEqual([])
  })
})
