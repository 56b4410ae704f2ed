import { toastQueue } from '@recado/sdk/ui'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyContact, anyMerge, anySummary, anyTicket } from '../../../testing/samples.ts'
import { ContactSection } from './ContactSection.tsx'

afterEach(cleanup)

interface Call {
  method: string
  path: string
  body: unknown
}
/** A server that answers by `METHOD /path`, without the query; other requests get an empty answer. */
function server(answers: Record<string, unknown> = {}) {
  const calls: Call[] = []
  const fetch = (path: string, init: RequestInit): Promise<Response> => {
    const method = init.method ?? 'GET'
    const bare = path.split('?')[0]!
    calls.push({ method, path, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined })
    const answer =
      answers[`${method} ${bare}`] ?? (bare.endsWith('/merges') ? { merges: [], hasMore: false, nextCursor: null } : [])
    return Promise.resolve(answer instanceof Response ? answer.clone() : Response.json(answer))
  }
  return { calls, fetch }
}
const me = anyContact(1, {
  name: 'Maria Souza',
  identities: [
    { kind: 'sample', value: 'maria.s', verified: true },
    { kind: 'phone', value: '+5511987654321', verified: true },
    { kind: 'visitor', value: '019a2b3c-0000-7000-8000-00000000000a', verified: true },
    { kind: 'sample', value: '5511987654321@server.example', verified: true },
    { kind: 'sample', value: '89128496237318@lid', verified: true },
    { kind: 'sample', value: 'BR.9128496237318', verified: true },
  ],
  number: '+5511987654321',
})
const other = anySummary(2, { name: 'Mary', email: 'mary@exemplo.com' })
const open = (answers: Record<string, unknown> = {}, permissions = ['contacts.merge'], ticket = anyTicket(1)) => {
  const { calls, fetch } = server(answers)
  return draw(<ContactSection contact={me} ticket={ticket} />, { fetch, permissions }).then((drawn) => ({
    ...drawn,
    calls,
  }))
}
const posts = (calls: readonly Call[]) => calls.filter(({ method }) => method === 'POST')

describe('the contact in the side panel', () => {
  it('shows every identity with its channel', async () => {
    const { getByRole, getAllByText, findAllByText } = await open()
    expect(getByRole('heading', { name: 'Identidades por canal' })).toBeTruthy()
    expect(getByRole('img', { name: 'sample' })).toBeTruthy()
    expect(getAllByText('maria.s')).toHaveLength(1)
    expect(await findAllByText('+55 (11) 98765-4321')).not.toHaveLength(0)
  })

  it('tells the channel of somebody whom only a machine has named', async () => {
    const { getByText, queryByText } = await open()
    expect(getByText('visitor')).toBeTruthy()
    expect(queryByText(/019a2b3c|@server|@lid|BR\./)).toBeNull()
  })

  it('offers merging to nobody without the permission, and in no group', async () => {
    const without = await open({}, [])
    expect(without.queryByRole('button', { name: 'Unir contatos' })).toBeNull()
    expect(without.calls.some(({ path }) => path.includes('suggestions'))).toBe(false)
    cleanup()
    const group = await open({}, ['contacts.merge'], anyTicket(1, { isGroup: true }))
    expect(group.queryByRole('button', { name: 'Unir contatos' })).toBeNull()
  })

  it('is merged with a contact that was searched for, after a preview, and can be undone from the notice', async () => {
    const done = anyMerge(2, { from: { id: other.id, name: 'Mary' }, into: { id: me.id, name: 'Maria Souza' } })
    const { calls, getByRole, findByRole, queryByRole, getByLabelText, findByText } = await open({
      'GET /contacts': { contacts: [anySummary(1, { name: 'Maria Souza' }), other], hasMore: false, nextCursor: null },
      [`POST /contacts/${me.id}/merge`]: done,
      [`POST /contacts/merges/${done.id}/undo`]: { ...done, undoneAt: done.mergedAt },
    })
    fireEvent.click(getByRole('button', { name: 'Unir contatos' }))
    const dialog = await findByRole('dialog', { name: 'Unir contatos' })
    const confirm = () =>
      [...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Unir contatos')!
    expect(confirm().disabled).toBe(true)
    fireEvent.change(getByLabelText('Buscar contato'), { target: { value: 'm' } })
    expect(calls.some(({ path }) => path.startsWith('/contacts?'))).toBe(false)
    fireEvent.change(getByLabelText('Buscar contato'), { target: { value: 'mar' } })
    const choice = await findByRole('button', { name: /Mary/ })
    expect(dialog.querySelectorAll('ul[aria-label="Contatos encontrados"] button')).toHaveLength(1)
    fireEvent.click(choice)
    expect(await findByText('O e-mail mary@exemplo.com completa o cadastro.')).toBeTruthy()
    fireEvent.click(confirm())
    await waitFor(() => expect(queryByRole('dialog')).toBeNull())
    expect(posts(calls)).toEqual([{ method: 'POST', path: `/contacts/${me.id}/merge`, body: { from: other.id } }])
    const [notice] = toastQueue.shown()
    expect(notice).toMatchObject({ content: 'Mary agora faz parte de Maria Souza', action: { label: 'Desfazer' } })
    act(() => notice!.action!.onClick())
    await waitFor(() => expect(posts(calls)).toHaveLength(2))
    expect(posts(calls)[1]!.path).toBe(`/contacts/merges/${done.id}/undo`)
  })

  it('starts from a suggestion, lets the other one stay, and says why it was refused', async () => {
    const { calls, findByRole, getByRole, findByText } = await open({
      [`GET /contacts/${me.id}/suggestions`]: [other],
      [`POST /contacts/${other.id}/merge`]: new Response(JSON.stringify({ error: 'ERR_CONTACT_MERGE_GROUP' }), {
        status: 422,
        headers: { 'content-type': 'application/json' },
      }),
    })
    expect(await findByRole('heading', { name: 'Talvez seja a mesma pessoa' })).toBeTruthy()
    fireEvent.click(getByRole('button', { name: /Mary/ }))
    const dialog = await findByRole('dialog')
    fireEvent.click(getByRole('button', { name: 'Trocar' }))
    fireEvent.click([...dialog.querySelectorAll('button')].find((button) => button.textContent === 'Unir contatos')!)
    expect(await findByText(/Um grupo não pode ser unido/)).toBeTruthy()
    expect(posts(calls)).toEqual([{ method: 'POST', path: `/contacts/${other.id}/merge`, body: { from: me.id } }])
    expect(getByRole('dialog')).toBeTruthy()
  })

  it('lists its merges, each with its way back', async () => {
    const merges = [anyMerge(2), anyMerge(3, { automatic: true, user: null, undoneAt: anyMerge(3).mergedAt })]
    const { calls, findByRole, getByText, queryByRole } = await open({
      [`GET /contacts/${me.id}/merges`]: { merges, hasMore: false, nextCursor: null },
      [`POST /contacts/merges/${merges[0]!.id}/undo`]: merges[0],
    })
    fireEvent.click(await findByRole('button', { name: 'Desfazer a união com Contato 2' }))
    expect(queryByRole('button', { name: 'Desfazer a união com Contato 3' })).toBeNull()
    expect(getByText('desfeita')).toBeTruthy()
    expect(getByText(/automática/)).toBeTruthy()
    await waitFor(() => expect(posts(calls)).toHaveLength(1))
  })
})
