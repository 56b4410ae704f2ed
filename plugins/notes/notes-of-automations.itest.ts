import { mint, type AutomationSubject, type ContactId, type Ticket, type TicketId, type UserId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
type Company = typeof host.a

function subject(company: Company, name = 'Maria Souza'): AutomationSubject {
  const ticket = {
    id: mint<TicketId>(randomUUID()),
    contactId: mint<ContactId>(randomUUID()),
    queueId: null,
    queue: null,
    protocol: '1',
    name,
    username: null,
  } as unknown as Ticket
  company.core.known.tickets.set(ticket.id, ticket)
  return {
    ticket,
    contact: { id: ticket.contactId } as AutomationSubject['contact'],
    message: null,
    at: new Date().toISOString(),
  }
}
const write = (company: Company, about: AutomationSubject, content: string, key: string = randomUUID()) =>
  company.act('write', { content }, about, { key })
const read = async (company: Company, { ticket }: AutomationSubject) =>
  (
    (await company.ask('GET', `/p/notes/tickets/${ticket.id}/notes`)).body as {
      notes: { id: string; content: string; user: unknown; shared: boolean; editable: boolean }[]
    }
  ).notes

test('what an automation notes is nobody’s, shared with who sees the ticket, filled in, and written once', async () => {
  const about = subject(host.a)
  const key = randomUUID()
  await write(host.a, about, '{{name}} pediu a 2ª via', key)
  await write(host.a, about, '{{name}} pediu a 2ª via', key)
  expect(await read(host.a, about)).toMatchObject([
    { content: 'Maria pediu a 2ª via', user: null, shared: true, editable: true },
  ])
  expect(host.a.core.announced).toEqual([about.ticket.id])
})

test('the same key of another company, and of a person, is another note', async () => {
  const [mine, theirs] = [subject(host.a), subject(host.b)]
  const key = randomUUID()
  await write(host.a, mine, 'de A', key)
  await write(host.b, theirs, 'de B', key)
  expect(
    await host.a.ask('POST', `/p/notes/tickets/${mine.ticket.id}/notes`, { body: { content: 'de gente', key } }),
  ).toMatchObject({ status: 200 })
  expect((await read(host.a, mine)).map(({ content }) => content).toSorted()).toEqual(['de A', 'de gente'])
  expect((await read(host.b, theirs)).map(({ content }) => content)).toEqual(['de B'])
})

test('only who manages notes changes and deletes it, and nobody takes it for themselves', async () => {
  const about = subject(host.a)
  await write(host.a, about, 'Cliente antigo')
  const id = (await read(host.a, about))[0]!.id
  const someone = { role: 'user', userId: mint<UserId>(randomUUID()) } as const
  expect(await host.a.ask('PUT', `/p/notes/notes/${id}`, { ...someone, body: { content: 'outra coisa' } })).toEqual({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await host.a.ask('PUT', `/p/notes/notes/${id}`, { body: { shared: false } })).toEqual({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  })
  expect(await host.a.ask('PUT', `/p/notes/notes/${id}`, { body: { pinned: true } })).toMatchObject({
    status: 200,
    body: { pinned: true, user: null },
  })
  expect(await host.a.ask('DELETE', `/notes/${id}`)).toMatchObject({ status: 200 })
})

test('it is exported and forgotten with its contact; one that its variables make too long is refused', async () => {
  const about = subject(host.b)
  await write(host.b, about, 'Mora em Santos')
  expect(await host.b.export(about.contact.id)).toMatchObject({ notes: [{ content: 'Mora em Santos' }] })
  await host.b.forget(about.contact.id)
  expect(await read(host.b, about)).toEqual([])
  await expect(write(host.b, subject(host.b, 'M'.repeat(60)), '{{name}}'.repeat(100))).rejects.toMatchObject({
    code: 'ERR_VALIDATION',
  })
})
