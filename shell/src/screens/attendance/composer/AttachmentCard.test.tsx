import { ApiError } from '@recado/sdk/ui'
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { draw, sampleChannel } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { Composer } from './Composer.tsx'

afterEach(cleanup)

/** A server that answers uploads when the test says so. */
async function composer() {
  const asked: {
    name: string
    onProgress(share: number): void
    answer(status: number, body: object): void
    lose(): void
  }[] = []
  const posted: unknown[] = []
  const fetch = (path: string, init: RequestInit & { onProgress?: (share: number) => void }): Promise<Response> => {
    if (!path.endsWith('/files')) {
      posted.push(path)
      return Promise.resolve(Response.json({}))
    }
    const { name } = (init.body as FormData).get('media') as File
    return new Promise((resolve, reject) => {
      asked.push({
        name,
        onProgress: init.onProgress!,
        answer: (status, body) => resolve(Response.json(body, { status })),
        lose: () => reject(new ApiError('ERR_NETWORK', 0)),
      })
    })
  }
  const drawn = await draw(
    <Composer
      ticket={anyTicket(1)}
      channel={{
        title: 'Amostra',
        color: '#0f766e',
        icon: 'message-circle',
        identityKind: 'sample',
        capabilities: sampleChannel(true).capabilities,
      }}
      replyTo={null}
      onReplyTo={() => undefined}
      onStart={() => undefined}
    />,
    { fetch },
  )
  const attach = async (...names: string[]) => {
    fireEvent.change(drawn.container.querySelector('input[type=file]')!, {
      target: { files: names.map((name) => new File(['x'], name, { type: 'application/pdf' })) },
    })
    await drawn.findByText(names.at(-1)!)
  }
  const order = () => drawn.getAllByRole('listitem').map((item) => /\w+\.pdf/.exec(item.textContent)![0])
  return { ...drawn, asked, posted, attach, order }
}
const stored = (name: string) => ({ id: name, path: `/media/${name}`, name, mime: 'application/pdf', bytes: 1 })

it('shows how far each file has got, and that it is there', async () => {
  const { attach, asked, findByRole, queryByRole, findByLabelText } = await composer()
  await attach('nota.pdf')
  const bar = await findByRole('progressbar', { name: 'Enviando nota.pdf' })
  act(() => asked[0]!.onProgress(0.42))
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  act(() => asked[0]!.answer(201, stored('nota.pdf')))
  await findByLabelText('Pronto')
  expect(queryByRole('progressbar')).toBeNull()
})

it('a refused file says why, and one without a network that it goes on; both go again without being chosen', async () => {
  const { attach, asked, findByText, getByRole } = await composer()
  await attach('nota.pdf', 'mapa.pdf')
  act(() => {
    asked[0]!.answer(422, { error: 'ERR_CHANNEL_UNSUPPORTED' })
    asked[1]!.lose()
  })
  await findByText(/sem conexão, continua sozinho/)
  await waitFor(() => expect(getByRole('alert').textContent).not.toBe(''))
  fireEvent.click(getByRole('button', { name: 'Tentar de novo: nota.pdf' }))
  fireEvent.click(getByRole('button', { name: 'Tentar de novo: mapa.pdf' }))
  expect(asked.map(({ name }) => name)).toEqual(['nota.pdf', 'mapa.pdf', 'nota.pdf', 'mapa.pdf'])
})

it('the order changes by buttons, which keep the focus, and by dragging', async () => {
  const { attach, order, getByRole, getAllByRole } = await composer()
  await attach('a.pdf', 'b.pdf', 'c.pdf')
  const forward = getByRole('button', { name: 'Mover a.pdf para depois' })
  forward.focus()
  fireEvent.click(forward)
  fireEvent.click(forward)
  fireEvent.click(forward)
  expect(order()).toEqual(['b.pdf', 'c.pdf', 'a.pdf'])
  expect([document.activeElement, forward.getAttribute('aria-disabled')]).toEqual([forward, 'true'])
  const data = new Map<string, string>()
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()]
    },
    effectAllowed: '',
  }
  const [first, , last] = getAllByRole('listitem')
  fireEvent.dragStart(last!, { dataTransfer })
  fireEvent.dragOver(first!, { dataTransfer })
  fireEvent.drop(first!, { dataTransfer })
  expect(order()).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
})

it('a removed file is none any more, and does not go along', async () => {
  const { attach, asked, order, sent, getByRole, queryByText } = await composer()
  await attach('a.pdf', 'b.pdf')
  fireEvent.click(getByRole('button', { name: 'Remover a.pdf' }))
  expect([order(), queryByText('a.pdf')]).toEqual([['b.pdf'], null])
  act(() => asked[1]!.answer(201, stored('b.pdf')))
  fireEvent.click(getByRole('button', { name: /^Enviar como/ }))
  await waitFor(() => expect(sent.map(({ files }) => files.map(({ name }) => name))).toEqual([['b.pdf']]))
})
