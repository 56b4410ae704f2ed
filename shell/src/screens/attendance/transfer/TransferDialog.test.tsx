import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Queue, Ticket, UserWithQueues } from '../../../base/contracts.ts'
import { keys } from '../../../base/query-keys.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket, sampleId } from '../../../testing/samples.ts'
import { TransferDialog } from './TransferDialog.tsx'

afterEach(cleanup)

const [sales, support] = [sampleId<Queue['id']>(801), sampleId<Queue['id']>(802)]
const queues: Queue[] = [
  { id: sales, queue: 'Vendas', color: '#112233', isActive: true },
  { id: support, queue: 'Suporte', color: '#332211', isActive: true },
  { id: sampleId(803), queue: 'Antiga', color: '#000000', isActive: false },
]
const colleague = (n: number, name: string, change: Partial<UserWithQueues> = {}): UserWithQueues => ({
  id: sampleId(900 + n),
  name,
  image: null,
  isOnline: true,
  profile: 'user',
  queues: [{ id: sales, queue: 'Vendas' }],
  isAvailable: true,
  sharesQueue: true,
  ...change,
})

async function transferring(
  ticket: Ticket,
  users: UserWithQueues[],
  answer: () => Response = () => Response.json({ ticket, isSeen: false }),
) {
  const posted: unknown[] = []
  const done: boolean[] = []
  const drawn = await draw(
    <TransferDialog ticket={ticket} onClose={() => undefined} onDone={(isSeen) => done.push(isSeen)} />,
    {
      queries: [[keys.queues, queues]],
      fetch: async (path, init) => {
        if (init?.method !== 'POST')
          return Response.json(String(path).startsWith('/queue') ? queues : { users, hasMore: false, nextCursor: null })
        posted.push(JSON.parse(String(init.body)))
        return answer()
      },
    },
  )
  const button = () => drawn.getByRole('button', { name: 'Transferir' }) as HTMLButtonElement
  const choose = async (name: RegExp) => fireEvent.click(await drawn.findByRole('radio', { name }))
  return { ...drawn, posted, done, button, choose }
}

describe('the transfer dialog', () => {
  it('S2-101 S5-050 asks for a queue or a person, and offers queues that are switched on', async () => {
    const { button, choose, posted, getByLabelText, done } = await transferring(anyTicket(1), [
      colleague(1, 'Bia Lima'),
    ])
    expect(button().disabled).toBe(true)
    expect([...(getByLabelText('Fila') as HTMLSelectElement).options].map((option) => option.text)).toEqual([
      'Sem fila',
      'Vendas',
      'Suporte',
    ])
    await choose(/Bia Lima/)
    fireEvent.click(button())
    await waitFor(() => expect(done).toEqual([false]))
    expect(posted).toEqual([{ userId: sampleId(901), queueId: null, newTicket: false }])
  })

  it('S4-016 shows who cannot have it with the reason, and marks who is away', async () => {
    const { findByRole } = await transferring(anyTicket(1, { queueId: support, queue: 'Suporte' }), [
      colleague(1, 'Bia Lima', { sharesQueue: false }),
      colleague(2, 'Davi Rocha'),
      colleague(3, 'Eva Melo', { queues: [{ id: support, queue: 'Suporte' }], isOnline: false, isAvailable: false }),
      colleague(4, 'Ana Chefe', { profile: 'admin', sharesQueue: false }),
    ])
    const radio = async (name: RegExp) => (await findByRole('radio', { name })) as HTMLInputElement
    expect((await radio(/Bia Lima Não atende em nenhuma fila com você/)).disabled).toBe(true)
    expect((await radio(/Davi Rocha Não atende nesta fila/)).disabled).toBe(true)
    expect((await radio(/Eva Melo.*Offline.*Fora do horário/)).disabled).toBe(false)
    expect((await radio(/Ana Chefe/)).disabled).toBe(false)
  })

  it('keeps what was chosen and written when it is refused', async () => {
    const { button, choose, getByLabelText, findByRole, getByRole, done } = await transferring(
      anyTicket(1),
      [colleague(1, 'Bia Lima')],
      () => Response.json({ error: 'ERR_TICKET_OF_USER' }, { status: 409 }),
    )
    await choose(/Bia Lima/)
    fireEvent.change(getByLabelText('Recado para quem recebe'), { target: { value: 'Cliente antigo' } })
    fireEvent.click(getByRole('checkbox', { name: /abrir um atendimento novo/ }))
    fireEvent.click(button())
    expect((await findByRole('alert')).textContent).toContain('O atendimento já pertence ao usuário selecionado')
    expect((getByRole('radio', { name: /Bia Lima/ }) as HTMLInputElement).checked).toBe(true)
    expect((getByLabelText('Recado para quem recebe') as HTMLTextAreaElement).value).toBe('Cliente antigo')
    expect((getByRole('checkbox') as HTMLInputElement).checked).toBe(true)
    expect(done).toEqual([])
  })
})
