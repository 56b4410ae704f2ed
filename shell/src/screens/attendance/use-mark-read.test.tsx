import { act, cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Ticket } from '../../base/contracts.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anyLogin, anyTicket, sampleId } from '../../testing/samples.ts'
import { useMarkRead } from './use-mark-read.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const mine = anyLogin().userId
/** A conversation that is looked at, and what it has asked the server for. */
async function looking(
  change: Partial<Ticket>,
  { mayRead = true, answer = () => Response.json(anyTicket(1)) }: { mayRead?: boolean; answer?: () => Response } = {},
) {
  const asked: string[] = []
  const fetch = async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${path} ${String(init?.body)}`)
    return answer()
  }
  const Looking = () => {
    useMarkRead(anyTicket(1, { unreadMessages: 3, ...change }), mayRead)
    return null
  }
  await draw(<Looking />, { fetch: fetch as never })
  return asked
}
const marking = [`PUT /tickets/${anyTicket(1).id} {"unreadMessages":0}`]

it('who has the ticket reads it, and whoever looks into a group', async () => {
  for (const change of [{ userId: mine }, { status: 'group', userId: null }] as const) {
    const asked = await looking(change)
    await waitFor(() => expect(asked).toEqual(marking))
  }
})

it('takes the mark from no colleague, and not from what nobody has taken or may be read by them', async () => {
  for (const [change, mayRead] of [
    [{ userId: sampleId(2) }, true],
    [{ status: 'pending', userId: null }, true],
    [{ userId: mine }, false],
    [{ userId: mine, unreadMessages: 0 }, true],
  ] as const) {
    expect(await looking(change as Partial<Ticket>, { mayRead })).toEqual([])
  }
})

it('waits until the page is looked at', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const asked = await looking({ userId: mine })
  expect(asked).toEqual([])
  state.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(asked).toEqual(marking))
})

it('is tried again while the server is away, and says nothing of it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isAway = true
  const asked = await looking(
    { userId: mine },
    {
      answer: () =>
        isAway ? Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 }) : Response.json(anyTicket(1)),
    },
  )
  await vi.advanceTimersByTimeAsync(1_500)
  expect(asked.length).toBe(2)
  isAway = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBe(3)
  expect(document.querySelector('.k-toast')).toBeNull()
})
