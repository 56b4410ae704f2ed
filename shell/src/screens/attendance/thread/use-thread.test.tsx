import { act, cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyMessage, anyTicket } from '../../../testing/samples.ts'
import { linkRenewal, useThread } from './use-thread.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Files({ ticketId }: { ticketId: string }) {
  return useThread(ticketId).messages.flatMap(({ media }) =>
    media.map(({ id, url }) => (
      <a key={id} href={url}>
        nota.pdf
      </a>
    )),
  )
}

it('the files of a conversation that stays open can be opened for as long as it does', async () => {
  const ticket = anyTicket(1)
  let asked = 0
  const { findByRole, unmount } = await draw(<Files ticketId={ticket.id} />, {
    fetch: async () => {
      const media = [
        { id: 'm', url: `/media/nota.pdf?e=${++asked}`, mime: 'application/pdf', name: 'nota.pdf', bytes: 1 },
      ]
      return Response.json({
        ticket,
        contact: {},
        messages: [anyMessage(1, 1, { media })],
        count: 1,
        hasMore: false,
        nextCursor: null,
        newerCursor: null,
      })
    },
  })
  expect((await findByRole('link')).getAttribute('href')).toBe('/media/nota.pdf?e=1')
  await act(() => vi.advanceTimersByTimeAsync(linkRenewal))
  await vi.waitFor(async () => expect((await findByRole('link')).getAttribute('href')).toBe('/media/nota.pdf?e=2'))
  unmount()
  await act(() => vi.advanceTimersByTimeAsync(linkRenewal))
  expect(asked).toBe(2)
})
