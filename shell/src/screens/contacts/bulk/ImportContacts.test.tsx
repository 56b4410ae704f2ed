import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ContactImport, ContactImportPreview } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { ContactBulkMenu } from './ContactBulkMenu.tsx'
import { ImportContacts } from './ImportContacts.tsx'

const draft: ContactImport = {
  id: '0190a0a0-0000-7000-8000-00000000000a' as ContactImport['id'],
  name: 'contatos.csv',
  state: 'draft',
  columns: ['Nome', 'Fone', ''],
  mapping: ['name', 'ignore', 'ignore'],
  existing: 'skip',
  rows: 2,
  done: 0,
  created: 0,
  updated: 0,
  skipped: 0,
  refused: 0,
  createdAt: '2026-11-22T05:00:00Z',
  finishedAt: null,
}
const preview: ContactImportPreview = {
  rows: [
    { row: 1, cells: ['Ana', '+5511987654321', ''], problems: [] },
    { row: 2, cells: ['', '+5511987654322', ''], problems: [{ column: 0, problem: 'nameMissing' }] },
  ],
}
const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** A server that keeps one import, and what it was asked. */
function server(first: ContactImport | null) {
  let one = first
  const asked: { path: string; body: unknown }[] = []
  const fetch = async (path: string, init: RequestInit): Promise<Response> => {
    asked.push({ path, body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body })
    if (path === '/contact-imports') return init.method === 'POST' ? json((one = draft), 201) : json(one ? [one] : [])
    if (path.endsWith('/preview')) return json(preview)
    if (path.endsWith('/start')) return json((one = { ...draft, state: 'done', done: 2, created: 1, refused: 1 }))
    if (path.startsWith('/contact-imports/')) return json(one)
    return json(path.startsWith('/users') ? { users: [] } : [])
  }
  return { asked, fetch }
}
afterEach(cleanup)

describe('the sheet of an import', () => {
  it('S2-095 S5-036 S5-037 takes a file, asks for name and number, shows what is wrong where it is, and how it went', async () => {
    const { asked, fetch } = server(null)
    await draw(<ImportContacts onClose={() => undefined} />, { fetch })
    fireEvent.change(await screen.findByLabelText(/Escolha um arquivo/), {
      target: { files: [new File(['Nome'], 'contatos.csv')] },
    })
    const table = await screen.findByRole('table')
    await within(table).findByText('Falta o nome')
    expect(screen.getByText('Diga qual coluna é o número.')).toBeTruthy()
    const start = screen.getByRole('button', { name: 'Importar 2 linhas' }) as HTMLButtonElement
    expect(start.disabled).toBe(true)

    fireEvent.change(screen.getByLabelText('O que é a coluna Fone'), { target: { value: 'number' } })
    expect(start.disabled).toBe(false)
    fireEvent.change(screen.getByLabelText('Contatos que já existem'), { target: { value: 'fill' } })
    fireEvent.click(start)
    await screen.findByText('Importação concluída')
    expect(asked.find(({ path }) => path.endsWith('/start'))!.body).toEqual({
      mapping: ['name', 'number', 'ignore'],
      countryCode: '55',
      existing: 'fill',
      tagIds: [],
      walletUserId: null,
    })
    expect(screen.getByText('Recusados').nextSibling!.textContent).toBe('1')
    expect(screen.getByRole('button', { name: 'Baixar as linhas que não entraram' })).toBeTruthy()
  })

  it('keeps one column for the name: the one before is not imported any more', async () => {
    const { fetch } = server(null)
    await draw(<ImportContacts onClose={() => undefined} />, { fetch })
    fireEvent.change(await screen.findByLabelText(/Escolha um arquivo/), {
      target: { files: [new File(['Nome'], 'contatos.csv')] },
    })
    fireEvent.change(await screen.findByLabelText('O que é a coluna Fone'), { target: { value: 'name' } })
    expect((screen.getByLabelText('O que é a coluna Nome') as HTMLSelectElement).value).toBe('ignore')
  })

  it('shows the import that runs, and how earlier ones went', async () => {
    await draw(<ImportContacts onClose={() => undefined} />, {
      fetch: server({ ...draft, state: 'running', done: 1, created: 1 }).fetch,
    })
    await screen.findByText('Importando…')
    expect(screen.getByText(/1 de 2 linhas/)).toBeTruthy()
    cleanup()
    await draw(<ImportContacts onClose={() => undefined} />, {
      fetch: server({ ...draft, state: 'cancelled', done: 1, created: 1 }).fetch,
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Ver a importação de contatos.csv' }))
    await screen.findByText('1 linha não foi lida.')
  })

  it('says why a file is not taken, and keeps asking for one', async () => {
    const fetch = async (_path: string, init: RequestInit): Promise<Response> =>
      init.method === 'POST' ? json({ error: 'ERR_CONTACT_IMPORT_FILE' }, 422) : json([])
    await draw(<ImportContacts onClose={() => undefined} />, { fetch })
    fireEvent.change(await screen.findByLabelText(/Escolha um arquivo/), {
      target: { files: [new File(['x'], 'x.csv')] },
    })
    await waitFor(() => {
      expect(screen.getByRole('alert').textContent).toContain('Este arquivo não pôde ser lido')
    })
    expect(screen.getByLabelText(/Escolha um arquivo/)).toBeTruthy()
  })
})

describe('the menu', () => {
  it('is not there for who may do nothing of it', async () => {
    await draw(<ContactBulkMenu />, { permissions: ['contacts.read'] })
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    await draw(<ContactBulkMenu />, { permissions: ['contacts.import'] })
    expect(screen.getByRole('button', { name: 'Mais ações de contatos' })).toBeTruthy()
  })
})
