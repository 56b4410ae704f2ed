import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyMessage, anyTicket, sampleId } from '../../../testing/samples.ts'
import { useReplyGuard } from './use-reply-guard.tsx'

afterEach(cleanup)

const ticket = anyTicket(1)
let sent = 0
function Sender() {
  const { guarded, question } = useReplyGuard(ticket)
  return (
    <>
      <button
        type="button"
        onClick={() =>
          guarded(() => {
            sent++
          })
        }
      >
        Enviar
      </button>
      {question}
    </>
  )
}
const thread = (replies: readonly { userId: string; ageMs: number }[]) =>
  [
    keys.thread(ticket.id),
    {
      pageParams: [null],
      pages: [
        {
          ticket,
          messages: replies.map(({ userId, ageMs }, n) =>
            anyMessage(n, 1, {
              fromMe: true,
              userId: userId as never,
              username: 'Bia Reis',
              body: 'Já respondi',
              timestamp: new Date(Date.now() - ageMs).toISOString(),
            }),
          ),
          count: 1,
          hasMore: false,
          nextCursor: null,
          newerCursor: null,
        },
      ],
    },
  ] as const

test('sends at once where nobody else answers', async () => {
  sent = 0
  const { getByText } = await draw(<Sender />, { queries: [thread([{ userId: sampleId(1), ageMs: 1_000 }])] })
  fireEvent.click(getByText('Enviar'))
  expect(sent).toBe(1)
})

test('shows a colleague’s reply of a moment ago, sends when told to, and asks once', async () => {
  sent = 0
  const { getByText, queryByRole } = await draw(<Sender />, {
    queries: [thread([{ userId: sampleId(2), ageMs: 4_000 }])],
  })
  fireEvent.click(getByText('Enviar'))
  expect(sent).toBe(0)
  expect(queryByRole('alertdialog')!.textContent).toMatch(
    /Bia Reis respondeu há [45] s.*Já respondi.*Enviar mesmo assim\?/,
  )
  await act(async () => {
    fireEvent.click(getByText('Enviar mesmo assim'))
  })
  expect(sent).toBe(1)
  expect(queryByRole('alertdialog')).toBeNull()
  fireEvent.click(getByText('Enviar'))
  expect(sent).toBe(2)
})

test('asks while a colleague writes, not while the customer does; no is no', async () => {
  sent = 0
  const { getByText, queryByRole, typing } = await draw(<Sender />)
  act(() => typing.take(ticket.id, 'contact', 'Cliente', true))
  fireEvent.click(getByText('Enviar'))
  expect(sent).toBe(1)
  act(() => typing.take(ticket.id, 'bia', 'Bia Reis', true))
  fireEvent.click(getByText('Enviar'))
  expect(queryByRole('alertdialog')!.textContent).toContain('Bia Reis está escrevendo')
  await act(async () => {
    fireEvent.click(getByText('Cancelar'))
  })
  expect([sent, queryByRole('alertdialog')]).toEqual([1, null])
})
