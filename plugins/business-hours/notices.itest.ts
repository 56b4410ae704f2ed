import { mint, type Contact, type ContactId, type QueueId, type Ticket, type TicketId } from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })

const shift = { mode: 'hours', morning: { start: '08:00', end: '12:00' }, afternoon: { start: '13:00', end: '18:00' } }
const workdays = Object.fromEntries([...'0123456'].map((day) => [day, '06'.includes(day) ? { mode: 'closed' } : shift]))
const always = Object.fromEntries([...'0123456'].map((day) => [day, { mode: 'open' }]))
const rule = (type: string, days: object, target: string | null = null) =>
  host.a.ask('POST', '/p/business-hours/business-hours', {
    body: { type, target, active: true, days, message: 'Estamos fechados, {{name}}.' },
  })

function open(queueId: QueueId | null = null): Ticket {
  const id = mint<TicketId>(randomUUID())
  const contactId = mint<ContactId>(randomUUID())
  const ticket = {
    id,
    contactId,
    name: 'Rosa Lima',
    protocol: '2026-1',
    status: 'pending',
    userId: null,
    queueId,
    queue: null,
    channelId: randomUUID(),
    tags: [],
  } as unknown as Ticket
  host.a.core.known.tickets.set(id, ticket)
  host.a.core.known.contacts.set(contactId, { id: contactId, name: 'Rosa Lima' } as Contact)
  return ticket
}
const turn = (ticket: Ticket) => ({
  ticket,
  contact: host.a.core.known.contacts.get(ticket.contactId)!,
  message: null,
  begins: true,
})
const responds = (ticket: Ticket, key: string = randomUUID()) =>
  host.a.respond('closed', { afterwards: 'people' }, turn(ticket), { key })
const told = ({ id }: Ticket): number => host.a.core.sent.filter(({ ticket }) => ticket === id).length

/** It is then, for the plugin; timers go on. */
const itIs = (at: string): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at) })
}
afterEach(() => {
  vi.useRealTimers()
})

describe('a message out of hours', () => {
  test('comes once in each interval of a conversation, however often it is asked for, and never in hours', async () => {
    await rule('global', workdays)
    host.a.save({ repeatAfterHours: 12 })
    const ticket = open()
    // A Saturday morning in São Paulo.
    itIs('2026-11-28T12:00:00Z')
    const key = randomUUID()
    for (const _again of [1, 2, 3]) expect(await responds(ticket, key)).toMatchObject({ kind: 'people' })
    expect(new Set(host.a.core.sent.filter((one) => one.ticket === ticket.id).map(({ id }) => id)).size).toBe(1)
    const first = told(ticket)
    await responds(ticket)
    itIs('2026-11-28T23:59:00Z')
    await responds(ticket)
    expect(told(ticket)).toBe(first)
    itIs('2026-11-29T00:00:01Z')
    await responds(ticket)
    expect(told(ticket)).toBe(first + 1)
    // Another conversation has its own.
    const other = open()
    await responds(other)
    expect(told(other)).toBe(1)
    itIs('2026-11-30T12:00:00Z')
    const day = open()
    expect(await responds(day)).toEqual({ kind: 'pass' })
    expect(told(day)).toBe(0)
  })
})

describe('others', () => {
  test('ask by a condition, of the conversation as it is or of a queue, at the instant that is judged', async () => {
    const queue = mint<QueueId>(randomUUID())
    host.a.core.known.queues.push({ id: queue, queue: 'Plantão' } as never)
    await rule('global', workdays)
    await rule('queue', always, queue)
    const about = [open(), open(queue)].flatMap((ticket) =>
      ['2026-11-28T12:00:00Z', '2026-11-30T12:00:00Z'].map((at) => ({ ...turn(ticket), at })),
    )
    const ask = (input: object) => host.a.test('hours', { ...input }, about)
    expect(await ask({ is: 'open' })).toEqual([false, true, true, true])
    expect(await ask({ is: 'closed' })).toEqual([true, false, false, false])
    expect(await ask({ is: 'open', queue })).toEqual([true, true, true, true])
  })

  test('ask by the service whether it is open, why, and when that changes next', async () => {
    await rule('global', workdays)
    const at = ['2026-11-28T12:00:00.000Z', '2026-11-30T12:00:00.000Z']
    expect(await host.a.serve('hours.at', { at, about: {} })).toMatchObject({
      times: [
        // Saturday: it opens on Monday at eight by the clock of São Paulo.
        { open: false, because: expect.stringContaining('fechado'), changesAt: '2026-11-30T11:00:00.000Z' },
        { open: true, message: null, changesAt: '2026-11-30T15:00:00.000Z' },
      ],
    })
  })
})
