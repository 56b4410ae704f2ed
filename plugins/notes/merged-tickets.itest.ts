import {
  mint,
  TicketMerged,
  TicketUnmerged,
  type ConnectionId,
  type ContactId,
  type Ticket,
  type TicketId,
  type UserId,
} from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

const contactId = mint<ContactId>(randomUUID())
const userId = mint<UserId>(randomUUID())
const connectionId = mint<ConnectionId>(randomUUID())
function ticket(): TicketId {
  const id = mint<TicketId>(randomUUID())
  host.a.core.known.tickets.set(id, { id, contactId, queueId: null, protocol: '1', name: 'Maria' } as unknown as Ticket)
  return id
}
const note = (id: TicketId, content: string) =>
  host.a.ask('POST', `/p/notes/tickets/${id}/notes`, { userId, body: { content, shared: false } })
const notes = async (id: TicketId): Promise<string[]> =>
  ((await host.a.ask('GET', `/p/notes/tickets/${id}/notes`, { userId })).body as { notes: { content: string }[] }).notes
    .map(({ content }) => content)
    .toSorted()
const merge = (from: TicketId, into: TicketId) =>
  host.a.deliver(TicketMerged, { from, into, contactId, connectionId }, { times: 2 })
const undo = (from: TicketId, into: TicketId) =>
  host.a.deliver(TicketUnmerged, { from, into, contactId, connectionId }, { times: 2 })

test('notes come along when their ticket becomes part of another one, and what was noted there since stays there', async () => {
  const [from, into] = [ticket(), ticket()]
  await note(from, 'antes')
  await note(into, 'daqui')
  await merge(from, into)
  await note(into, 'depois')
  expect([await notes(from), await notes(into)]).toEqual([[], ['antes', 'daqui', 'depois']])
  await undo(from, into)
  expect([await notes(from), await notes(into)]).toEqual([['antes'], ['daqui', 'depois']])
  expect(host.a.core.announced.slice(-2)).toEqual([into, from])
})

test('merges that are undone, the last one of a ticket first, leave every note where it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 4 }), async (wanted) => {
      const tickets = [ticket(), ticket(), ticket(), ticket()]
      for (const [index, id] of tickets.entries()) await note(id, `n${index}`)
      const before = await Promise.all(tickets.map(notes))
      const gone = new Set<number>()
      const done: [TicketId, TicketId][] = []
      for (const [from, into] of wanted) {
        if (from === into || gone.has(from) || gone.has(into)) continue
        await merge(tickets[from]!, tickets[into]!)
        gone.add(from)
        done.push([tickets[from]!, tickets[into]!])
      }
      for (const [from, into] of done.toReversed()) await undo(from, into)
      expect(await Promise.all(tickets.map(notes))).toEqual(before)
    }),
    { numRuns: 15 },
  )
})
