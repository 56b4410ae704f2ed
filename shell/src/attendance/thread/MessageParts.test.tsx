import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Part } from '../../contracts.ts'
import { draw } from '../../testing/draw.rig.tsx'
import { anyMessage } from '../../testing/samples.ts'
import { MessageParts } from './MessageParts.tsx'

afterEach(cleanup)
const file = (state: 'fetching' | 'unavailable'): Part => ({ kind: 'pendingMedia', as: 'document', name: 'conta.pdf', caption: 'a de maio', state })
const parts = (part: Part, calls: string[] = []) => draw(<MessageParts message={anyMessage(1, 1, { parts: [part] })} onView={() => undefined} />, {
  fetch: async (input, init) => { calls.push(`${init?.method} ${String(input)}`); return Response.json({}) },
})

describe('a file that is still with the provider', () => {
  it('is shown with its name and caption while it is on its way, with nothing to do', async () => {
    const { getByText, queryByRole } = await parts(file('fetching'))
    expect(getByText('conta.pdf')).toBeTruthy()
    expect(getByText('a de maio')).toBeTruthy()
    expect(getByText('Buscando o arquivo…')).toBeTruthy()
    expect(queryByRole('button')).toBeNull()
  })

  it('can be asked for again when it could not be had', async () => {
    const calls: string[] = []
    const { getByText, getByRole } = await parts(file('unavailable'), calls)
    expect(getByText('Não foi possível buscar o arquivo')).toBeTruthy()
    fireEvent.click(getByRole('button', { name: 'Tentar de novo' }))
    await waitFor(() => expect(calls).toEqual([expect.stringMatching(new RegExp(`^POST .*/messages/${anyMessage(1, 1).id}/media/retry$`))]))
  })
})
