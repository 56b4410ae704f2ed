import { ContactMerged, mint, TicketDeleted, type ContactId, type Ticket, type TicketId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

/** A conversation that the company knows, with one note. */
async function noted(company: typeof host.a, contactId: ContactId, content: string): Promise<Ticket> {
  const ticket = {
    id: mint<TicketId>(randomUUID()),
    contactId,
    queueId: null,
    protocol: '1',
    name: 'Maria',
  } as unknown as Ticket
  company.core.known.tickets.set(ticket.id, ticket)
  expect(
    await company.ask('POST', `/p/notes/tickets/${ticket.id}/notes`, { body: { content, shared: false } }),
  ).toMatchObject({ status: 200, body: { content } })
  return ticket
}
const person = (): ContactId => mint<ContactId>(randomUUID())

test('what was noted about somebody is exported and forgotten, after a merge too, and nothing of anybody else', async () => {
  const [maria, duplicate, other] = [person(), person(), person()]
  await noted(host.a, maria, 'Gosta de café')
  await noted(host.a, duplicate, 'Mora em Santos')
  await noted(host.a, other, 'Outra pessoa')
  await host.a.deliver(ContactMerged, { from: duplicate, into: maria }, { times: 2 })
  expect(await host.a.export(maria)).toMatchObject({
    notes: [{ content: 'Gosta de café' }, { content: 'Mora em Santos' }],
  })
  await host.a.forget(maria)
  await host.a.forget(maria)
  expect(await host.a.export(maria)).toBeUndefined()
  expect(await host.a.export(other)).toMatchObject({ notes: [{ content: 'Outra pessoa' }] })
})

test('a deleted conversation takes its notes along; a deleted note is swept away', async () => {
  const contact = person()
  const ticket = await noted(host.b, contact, 'Some com o atendimento')
  await host.b.deliver(TicketDeleted, { ticketId: ticket.id })
  expect(await host.b.export(contact)).toBeUndefined()
  expect(host.b.core.announced).toEqual([ticket.id])
})
