import { mint, type ContactId, type Ticket, type TicketId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

const ticketOf = (contactId: ContactId): Ticket =>
  ({
    id: mint<TicketId>(randomUUID()),
    contactId,
    name: 'Maria Souza',
    protocol: '7',
    queue: null,
    status: 'open',
    userId: null,
    queueId: null,
    priority: 'normal',
    snooze: null,
    tags: [],
  }) as unknown as Ticket

test('what a run was about to say is forgotten with its contact, and a run with its day', async () => {
  const { a } = host
  const ticket = ticketOf(mint<ContactId>(randomUUID()))
  a.core.known.tickets.set(ticket.id, ticket)
  const { body } = await a.ask('POST', '/p/macros/macros', {
    body: { name: 'Oi', shared: true, steps: [{ kind: 'reply', text: 'Oi {{name}}' }] },
  })
  const call = { userId: mint(randomUUID()), body: { ticketId: ticket.id, key: randomUUID() } } as const
  const run = () => a.ask('POST', `/p/macros/macros/${(body as { id: string }).id}/run`, call as never)
  expect(await run()).toMatchObject({ status: 200, body: { finished: true, steps: [{ state: 'done' }] } })
  expect(await run()).toMatchObject({ status: 200 })
  expect(a.core.acts).toMatchObject([
    { as: call.userId, ticket: ticket.id, text: 'Oi Maria', key: `${call.body.key}:0` },
  ])
  const kept = (): Promise<unknown[]> =>
    a.context().db.transaction((tx) => tx.query('select texts from plg_macros.run', [], 'object'))
  expect(await kept()).toEqual([{ texts: [] }])
  await a.forget(mint<ContactId>(randomUUID()))
  expect(await kept()).toHaveLength(1)
  await a.forget(ticket.contactId)
  expect(await kept()).toEqual([])
  expect(a.jobs).toMatchObject([{ job: 'sweep', key: 'sweep' }])
  expect(await a.work()).toBe(1)
})
