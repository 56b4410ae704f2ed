import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import type { ScheduledMessage } from '../../../base/contracts.ts'
import { draw, sampleChannel } from '../../../testing/draw.rig.tsx'
import { anyTicket, sampleId, sampleTime } from '../../../testing/samples.ts'
import type { MessageActs } from '../use-message-acts.ts'
import { Foot } from './Foot.tsx'

afterEach(cleanup)

const ticket = anyTicket(1)
const acts = { editing: null, selection: null, replyTo: null, reply: () => undefined } as unknown as MessageActs
const scheduled: ScheduledMessage = {
  id: sampleId(1),
  ticketId: ticket.id,
  userId: sampleId(1),
  username: 'Ana',
  body: 'nota.pdf',
  parts: [{ kind: 'media', as: 'document', media: sampleId(9), mime: 'application/pdf', name: 'nota.pdf' }],
  media: [{ id: sampleId(9), url: '/media/nota.pdf', mime: 'application/pdf', name: 'nota.pdf', bytes: 1 }],
  status: 'pending',
  scheduleDate: '2099-01-01T12:00:00.000Z',
  failure: null,
  idFront: null,
  createdAt: sampleTime(0),
}
const foot = (permissions: readonly string[]) => {
  const { capabilities } = sampleChannel()
  return draw(
    <Foot
      ticket={ticket}
      channel={{ title: 'Amostra', color: '#0f766e', icon: 'message-circle', identityKind: 'sample', capabilities }}
      isRefused={false}
      writing={null}
      acts={acts}
      onStart={() => undefined}
    />,
    {
      permissions,
      queries: [[keys.scheduled(ticket.id), { messages: [scheduled] }]],
      fetch: async (path) => Response.json(path.endsWith('/scheduled') ? { messages: [scheduled] } : []),
    },
  )
}

it('who may not write is told so, and is offered nothing that would be refused', async () => {
  const { queryByRole, getByText, findByRole, findByText } = await foot(['tickets.read'])
  expect(queryByRole('textbox')).toBeNull()
  expect(getByText('Sua conta pode ler esta conversa, mas não responder.')).toBeTruthy()
  fireEvent.click(getByText('1 mensagem agendada'))
  await findByRole('dialog')
  await findByText('nota.pdf')
  expect(queryByRole('button', { name: 'Cancelar envio' })).toBeNull()
})

it('S2-055 the text of a scheduled file is empty: its name is none of its words', async () => {
  const { getByText, findByRole, getByLabelText, getAllByText } = await foot(['messages.write'])
  fireEvent.click(getByText('1 mensagem agendada'))
  await findByRole('dialog')
  expect(getAllByText('nota.pdf')).toHaveLength(1)
  getByText('Cancelar envio')
  fireEvent.click(getByText('Alterar'))
  expect((getByLabelText('Mensagem') as HTMLTextAreaElement).value).toBe('')
})
