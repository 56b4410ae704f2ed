import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { TicketResponders as Responders } from '../../../base/contracts.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { TicketResponders } from './TicketResponders.tsx'

afterEach(cleanup)

const bot = { plugin: 'bots', name: 'main', pluginTitle: { 'pt-BR': 'Bots' } }
const nobody: Responders = { current: null, next: [], first: null, decisions: [] }

async function drawn(answer: Responders, permissions: string[]) {
  const asked: string[] = []
  const fetch = async (path: string, init: RequestInit) => {
    asked.push(`${init.method} ${path}`)
    return Response.json(init.method === 'POST' ? {} : answer)
  }
  return { ...(await draw(<TicketResponders ticket={anyTicket(1)} />, { fetch, permissions })), asked }
}

it('a conversation is given back to who answers first, whose name is said', async () => {
  const { findByRole, findByText, asked } = await drawn({ ...nobody, first: bot }, ['tickets.write'])
  expect(await findByText(/Bots atende primeiro/)).toBeTruthy()
  fireEvent.click(await findByRole('button', { name: 'Devolver à resposta automática' }))
  await waitFor(() => expect(asked.filter((call) => call.startsWith('POST'))).toHaveLength(1))
  await waitFor(() =>
    expect(
      asked.filter((call) => call.startsWith('GET')),
      'asked anew',
    ).toHaveLength(2),
  )
})

it('there is no such button without the permission, or where nobody answers first', async () => {
  for (const [first, permissions] of [
    [bot, []],
    [null, ['tickets.write']],
  ] as const) {
    const { findByText, queryByRole } = await drawn({ ...nobody, first }, [...permissions])
    expect(await findByText('Nenhuma resposta automática atuou neste atendimento.')).toBeTruthy()
    expect(queryByRole('button', { name: 'Devolver à resposta automática' })).toBeNull()
    cleanup()
  }
})
