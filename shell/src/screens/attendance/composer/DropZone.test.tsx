import { cleanup, createEvent, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Ticket } from '../../../base/contracts.ts'
import { draw, sampleChannel } from '../../../testing/draw.rig.tsx'
import { anyTicket } from '../../../testing/samples.ts'
import { DropZone } from './DropZone.tsx'

afterEach(cleanup)

const zone = (ticket: Ticket) =>
  draw(
    <DropZone
      ticket={ticket}
      channel={{
        title: 'Amostra',
        color: '#0f766e',
        icon: 'message-circle',
        identityKind: 'sample',
        capabilities: sampleChannel(true).capabilities,
      }}
      className=""
    >
      <p>Conversa</p>
    </DropZone>,
  )
const bringing = (...files: File[]) => ({
  dataTransfer: { files, types: files.length > 0 ? ['Files'] : ['text/plain'] },
})
const nota = new File(['x'], 'nota.pdf', { type: 'application/pdf' })

it('files that are dropped anywhere on the conversation are attached', async () => {
  const { getByText, queryByText, attachments, ticket } = await zone(anyTicket(1))
  fireEvent.dragEnter(getByText('Conversa'), bringing(nota))
  expect(queryByText('Solte aqui para anexar')).toBeTruthy()
  fireEvent.drop(getByText('Conversa'), bringing(nota))
  expect(queryByText('Solte aqui para anexar')).toBeNull()
  await waitFor(() => expect(attachments.of(ticket.id).files).toEqual([nota]))
})

it('where nothing can be written nothing is attached, and the file is not opened in place of the product', async () => {
  const { getByText, queryByText, attachments, ticket } = await zone(anyTicket(1, { status: 'closed' }))
  fireEvent.dragEnter(getByText('Conversa'), bringing(nota))
  expect(queryByText('Solte aqui para anexar')).toBeNull()
  const drop = createEvent.drop(getByText('Conversa'), bringing(nota))
  fireEvent(getByText('Conversa'), drop)
  expect([drop.defaultPrevented, attachments.of(ticket.id).files]).toEqual([true, []])
})

it('text that is dragged goes where it is dropped', async () => {
  const { getByText, queryByText } = await zone(anyTicket(1))
  fireEvent.dragEnter(getByText('Conversa'), bringing())
  expect(queryByText('Solte aqui para anexar')).toBeNull()
})
