import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { OlderInChannel } from './OlderInChannel.tsx'

afterEach(cleanup)

it.each([
  [{ outcome: 'found', found: 12 }, '12 mensagens encontradas'],
  [{ outcome: 'found', found: 0 }, 'O canal não tem mensagens mais antigas desta conversa.'],
  [
    { outcome: 'silent', found: 0 },
    'O canal não respondeu. Se ele usa um aparelho, deixe-o ligado e com internet, e tente de novo.',
  ],
  [{ outcome: 'unavailable', found: 0 }, 'O canal não está conectado agora. Tente de novo daqui a pouco.'],
])('asks the channel for older messages and says what came of it: %j', async (answer, words) => {
  const asked: string[] = []
  const ticket = anyTicket(1)
  const { findByRole, findByText } = await draw(<OlderInChannel ticketId={ticket.id} />, {
    fetch: async (input, init) => {
      asked.push(`${init?.method} ${String(input)}`)
      return Response.json(answer)
    },
  })
  fireEvent.click(await findByRole('button', { name: 'Buscar mensagens mais antigas no canal' }))
  expect(await findByText(words)).toBeTruthy()
  expect(asked).toEqual([expect.stringContaining(`POST /messages/${ticket.id}/older`)])
})
