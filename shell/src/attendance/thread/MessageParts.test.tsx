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

describe('a file that cannot be shown', () => {
  it('S8-129 S8-130 says that it is not available, and hints to open it in a new tab', async () => {
    const media = { id: anyMessage(7, 1).id as string, url: '/media/x', mime: 'image/png', name: 'foto.png', bytes: 3 }
    const part = { kind: 'media', as: 'image', media: media.id, mime: 'image/png', name: 'foto.png' } as unknown as Part
    const { getByRole, getByText } = await draw(<MessageParts message={anyMessage(1, 1, { parts: [part], media: [media] })} onView={() => undefined} />)
    fireEvent.error(getByRole('img', { name: 'foto.png' }))
    expect(getByText('Mídia não disponível. Tente abrir em uma nova aba.')).toBeTruthy()
    expect(getByRole('link', { name: 'Abrir em nova aba' }).getAttribute('href')).toBe('/media/x')
  })
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
