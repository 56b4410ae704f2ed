import { ApiError, Toaster, toastMs, toastQueue } from '@recado/sdk/ui'
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BellButton } from '../../app/frame/BellButton.tsx'
import { draw } from '../../testing/draw.rig.tsx'
import { reportFailure } from './report-failure.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const refusal = new ApiError('ERR_TICKET_TRANSITION', 409)

it('S8-002 S8-003 S8-004 shows the sentence of a code, S8-185 for its time, longer while it is looked at', async () => {
  const { getByRole, queryByRole } = await draw(<Toaster />)
  act(() => reportFailure(refusal))
  const toast = getByRole('alert')
  expect(toast.textContent).toContain('Este atendimento já mudou de situação')
  fireEvent.pointerEnter(toast)
  act(() => {
    vi.advanceTimersByTime(toastMs.error * 10)
  })
  expect(queryByRole('alert')).not.toBeNull()
  fireEvent.pointerLeave(toast)
  act(() => {
    vi.advanceTimersByTime(toastMs.error)
  })
  expect(queryByRole('alert')).toBeNull()
})

it('S8-185 keeps the last errors where they can be read', async () => {
  const { getByRole, findByText } = await draw(<BellButton />)
  act(() => reportFailure(refusal))
  vi.useRealTimers()
  fireEvent.click(getByRole('button', { name: 'Avisos' }))
  expect(await findByText(/Este atendimento já mudou de situação/)).toBeTruthy()
})

it('says nothing a second time that the transport has said already', async () => {
  await draw(<Toaster />)
  act(() => {
    reportFailure(new ApiError('ERR_INTERNAL', 500))
    reportFailure(new ApiError('ERR_SESSION_ENDED', 401))
  })
  expect(toastQueue.shown()).toEqual([])
})
