import { act, cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Ticket } from '../contracts.ts'
import { draw } from '../testing/draw.rig.tsx'
import { anyLogin, anyTicket, sampleId } from '../testing/samples.ts'
import { useMarkRead } from './use-mark-read.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const mine = anyLogin().userId
/** How often a conversation that is looked at is marked as read. */
async function marked(change: Partial<Ticket>, mayRead = true): Promise<number> {
  const markRead = vi.fn<() => void>()
  const Looking = () => {
    useMarkRead(anyTicket(1, { unreadMessages: 3, ...change }), mayRead, markRead)
    return null
  }
  const { unmount } = await draw(<Looking />)
  unmount()
  return markRead.mock.calls.length
}

it('who has the ticket reads it, and whoever looks into a group', async () => {
  expect(await marked({ userId: mine })).toBe(1)
  expect(await marked({ status: 'group', userId: null })).toBe(1)
})

it('takes the mark from no colleague, and not from what nobody has taken or may be read by them', async () => {
  expect(await marked({ userId: sampleId(2) })).toBe(0)
  expect(await marked({ status: 'pending', userId: null })).toBe(0)
  expect(await marked({ userId: mine }, false)).toBe(0)
  expect(await marked({ userId: mine, unreadMessages: 0 })).toBe(0)
})

it('waits until the page is looked at', async () => {
  const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const markRead = vi.fn<() => void>()
  const ticket = anyTicket(1, { userId: mine, unreadMessages: 1 })
  const Looking = () => {
    useMarkRead(ticket, true, markRead)
    return null
  }
  await draw(<Looking />)
  expect(markRead).not.toHaveBeenCalled()
  state.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(markRead).toHaveBeenCalledOnce()
})
