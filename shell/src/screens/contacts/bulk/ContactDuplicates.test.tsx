import { toastQueue } from '@recado/sdk/ui'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ContactDuplicatePage } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { ContactDuplicates } from './ContactDuplicates.tsx'

const idOf = (last: string) => `0190a0a0-0000-7000-8000-00000000000${last}`
const contact = (last: string, name: string) => ({
  id: idOf(last),
  name,
  number: '+5511987654321',
  email: null,
  profilePicUrl: null,
  kinds: ['phone'],
})
const page = {
  duplicates: [
    { same: ['phone'], keep: contact('a', 'Ana antiga'), others: [contact('b', 'Ana nova')] },
    {
      same: ['email', 'phone'],
      keep: contact('c', 'Bia'),
      others: [contact('d', 'Bia de novo'), contact('e', 'Bia outra vez')],
    },
  ],
  groups: 2,
  nextCursor: null,
} as unknown as ContactDuplicatePage
const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })

function server(first: unknown) {
  let answer = first
  const asked: { path: string; body: unknown }[] = []
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    if (init.method === 'GET') return json(answer)
    asked.push({ path, body: JSON.parse(String(init.body)) as unknown })
    answer = { duplicates: [], groups: 0, nextCursor: null }
    return json({ merges: [{ id: idOf('1') }, { id: idOf('2') }], failed: 0 })
  }
  return { asked, fetch }
}
afterEach(cleanup)

describe('the sheet of duplicates', () => {
  it('S2-098 merges one group into the contact that was chosen, and undoes it, the newest merge first', async () => {
    const { asked, fetch } = server(page)
    await draw(<ContactDuplicates onClose={() => undefined} />, { fetch })
    await screen.findByText('2 grupos encontrados')
    expect((screen.getByLabelText('Bia') as HTMLInputElement).checked).toBe(true)
    fireEvent.click(screen.getByLabelText('Bia de novo'))
    fireEvent.click(screen.getByRole('button', { name: 'Unir 3 contatos' }))
    await screen.findByText('Nenhum contato duplicado')
    expect(asked).toEqual([
      { path: '/contact-duplicates/merge', body: { groups: [{ keep: idOf('d'), others: [idOf('c'), idOf('e')] }] } },
    ])
    const [notice] = toastQueue.shown()
    expect(notice!.content).toBe('2 contatos unidos')
    notice!.action!.onClick()
    await waitFor(() => {
      expect(asked.slice(1).map(({ path }) => path)).toEqual([
        `/contacts/merges/${idOf('2')}/undo`,
        `/contacts/merges/${idOf('1')}/undo`,
      ])
    })
  })

  it('S2-098 keeps apart what was chosen in groups with the same oldest contact', async () => {
    const both = {
      ...page,
      duplicates: [
        { same: ['phone'], keep: contact('a', 'Ana'), others: [contact('b', 'Ana nova')] },
        { same: ['email'], keep: contact('a', 'Ana'), others: [contact('c', 'Ana outra')] },
      ],
    }
    const { asked, fetch } = server(both)
    await draw(<ContactDuplicates onClose={() => undefined} />, { fetch })
    fireEvent.click(await screen.findByLabelText('Ana nova'))
    fireEvent.click(screen.getByRole('button', { name: 'Unir os 2 grupos mostrados' }))
    await waitFor(() => {
      expect(asked[0]!.body).toEqual({
        groups: [
          { keep: idOf('b'), others: [idOf('a')] },
          { keep: idOf('a'), others: [idOf('c')] },
        ],
      })
    })
  })

  it('S2-098 undoes the others where one merge cannot be undone any more', async () => {
    const { asked, fetch } = server(page)
    const refusing: typeof fetch = async (path, init) => {
      const answer = await fetch(path, init)
      return path === `/contacts/merges/${idOf('2')}/undo`
        ? new Response(JSON.stringify({ error: 'ERR_MERGE_UNDONE' }), {
            status: 409,
            headers: { 'content-type': 'application/json' },
          })
        : answer
    }
    await draw(<ContactDuplicates onClose={() => undefined} />, { fetch: refusing })
    fireEvent.click(await screen.findByRole('button', { name: 'Unir 3 contatos' }))
    await waitFor(() => {
      expect(toastQueue.shown()).toHaveLength(1)
    })
    toastQueue.shown()[0]!.action!.onClick()
    await waitFor(() => {
      expect(asked.at(-1)!.path).toBe(`/contacts/merges/${idOf('1')}/undo`)
    })
    await waitFor(() => {
      expect(toastQueue.shown().map(({ content }) => content)).toContain('1 união desfeita')
    })
  })

  it('S2-098 merges all groups that are shown', async () => {
    const { asked, fetch } = server(page)
    await draw(<ContactDuplicates onClose={() => undefined} />, { fetch })
    fireEvent.click(await screen.findByRole('button', { name: 'Unir os 2 grupos mostrados' }))
    await waitFor(() => {
      expect(asked[0]!.body).toEqual({
        groups: [
          { keep: idOf('a'), others: [idOf('b')] },
          { keep: idOf('c'), others: [idOf('d'), idOf('e')] },
        ],
      })
    })
  })
})
