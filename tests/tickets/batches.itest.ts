import type { AuditPage, Ticket, TicketBatch, TicketBatchPreview, TicketId, TicketLogEntry } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import type { TestTenant } from '../harness/tenants.ts'

let node: TestApp
let admin: Person
let sofia: Person
let stranger: Person
beforeAll(async () => {
  node = await testApp({ channel: 'webchat' })
  admin = await node.signIn(node.a.admin)
  sofia = await node.signIn(node.a.supervisor)
  stranger = await node.signIn(node.b.admin)
})
afterAll(() => node.close())

interface Given {
  status?: string
  queue?: string | null
  user?: string | null
  hoursAgo?: number
}
/** Tickets as they are in the database; answers their ids. */
async function tickets(
  tenant: TestTenant,
  count: number,
  { status = 'pending', queue = null, user = null, hoursAgo = 0 }: Given = {},
): Promise<string[]> {
  const { owner } = node.database
  const ids = Array.from({ length: count }, () => newId<TicketId>())
  for (const id of ids) {
    const contact = newId() as string
    await owner`insert into core.contact (id, tenant_id, name) values (${contact}, ${tenant.id}, 'Cliente')`
    await owner`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat, queue_id,
        user_id, last_message_at, started_at)
      values (${id}, ${tenant.id}, ${id}, ${status}, ${contact}, ${tenant.connection}, 'webchat', ${contact}, ${queue},
              ${user}, now() - make_interval(hours => ${hoursAgo}), ${status === 'open' ? new Date() : null})`
  }
  return ids
}
const state = async (id: string) =>
  (
    await node.database.owner<
      { status: string; user_id: string | null; queue_id: string | null }[]
    >`select status, user_id, queue_id from core.ticket where id = ${id}`
  )[0]!
const ended = (id: string): Promise<TicketBatch> =>
  eventually(
    async () => (await admin.ok<TicketBatch[]>('GET', '/ticket-batches')).find((batch) => batch.id === id)!,
    (batch) => batch.state !== 'running',
  )
const wipe = () => node.database.owner`delete from core.ticket`

describe('many tickets at once', () => {
  it('S2-024 S6-014 are transferred with the log of each; what is there already is left and counted', async () => {
    const mine = await tickets(node.a, 230, { queue: node.a.sales })
    const there = await tickets(node.a, 3, { queue: node.a.support })
    const theirs = await tickets(node.b, 2)
    const filter = { status: ['open', 'pending'] }
    expect(await admin.ok<TicketBatchPreview>('POST', '/ticket-batches/preview', filter)).toEqual({
      count: 233,
      capped: false,
    })
    const begun = await admin.ok<TicketBatch>('POST', '/ticket-batches', {
      kind: 'transfer',
      filter,
      queueId: node.a.support,
    })
    expect(begun).toMatchObject({
      kind: 'transfer',
      state: 'running',
      total: 233,
      queue: 'Suporte',
      user: null,
      requestedBy: node.a.admin.name,
    })
    expect(await ended(begun.id)).toMatchObject({ state: 'done', done: 230, problems: { ERR_TICKET_OF_QUEUE: 3 } })
    for (const id of [mine[0]!, mine.at(-1)!, there[0]!])
      expect(await state(id)).toMatchObject({ status: 'pending', queue_id: node.a.support })
    expect(
      (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${mine[7]}/logs`)).map((entry) => [
        entry.type,
        entry.user?.name ?? null,
      ]),
    ).toEqual([
      ['transfered', node.a.admin.name],
      ['receivedTransfer', null],
    ])
    expect(await state(theirs[0]!)).toMatchObject({ queue_id: null })
    expect((await admin.ok<AuditPage>('GET', '/audit?action=tickets.massTransfer')).entries[0]).toMatchObject({
      subject: begun.id,
    })
    await wipe()
  })

  it('S2-025 S6-015 are resolved by state, queue, person, channel and idleness', async () => {
    const old = await tickets(node.a, 2, { status: 'open', queue: node.a.sales, user: node.a.user.id, hoursAgo: 30 })
    const fresh = await tickets(node.a, 1, { status: 'open', queue: node.a.sales, user: node.a.user.id, hoursAgo: 1 })
    const other = await tickets(node.a, 1, {
      status: 'open',
      queue: node.a.support,
      user: node.a.user.id,
      hoursAgo: 30,
    })
    const waiting = await tickets(node.a, 1, { queue: node.a.sales, hoursAgo: 30 })
    const filter = {
      status: ['open'],
      queueId: node.a.sales,
      userId: node.a.user.id,
      channelId: node.a.connection,
      idleHours: 24,
    }
    const { id } = await admin.ok<TicketBatch>('POST', '/ticket-batches', { kind: 'resolve', filter })
    expect(await ended(id)).toMatchObject({ done: 2, total: 2, problems: {} })
    const statuses = await Promise.all(
      [...old, ...fresh, ...other, ...waiting].map(async (ticketId) => (await state(ticketId)).status),
    )
    expect(statuses).toEqual(['closed', 'closed', 'open', 'open', 'pending'])
    expect((await admin.ok<Ticket>('GET', `/tickets/${old[0]}`)).closedAt).not.toBeNull()
    const rest = await admin.ok<TicketBatch>('POST', '/ticket-batches', {
      kind: 'resolve',
      filter: { status: ['pending'], userId: 'none' },
    })
    expect(await ended(rest.id)).toMatchObject({ done: 1 })
    await wipe()
  })

  it('S5-050 needs a destination, of this company', async () => {
    const filter = { status: ['pending'] }
    expect(await admin.refused('POST', '/ticket-batches', { kind: 'transfer', filter })).toBe('422 ERR_TRANSFER_TARGET')
    expect(await admin.refused('POST', '/ticket-batches', { kind: 'transfer', filter, queueId: node.b.sales })).toBe(
      '404 ERR_NO_QUEUE_FOUND',
    )
    expect(await admin.refused('POST', '/ticket-batches', { kind: 'transfer', filter, userId: node.b.user.id })).toBe(
      '404 ERR_NO_USER_FOUND',
    )
    expect(await admin.refused('POST', '/ticket-batches', { kind: 'resolve', filter: { status: [] } })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('S6-014 S6-015 is for administrators; another company sees and stops nothing', async () => {
    const order = { kind: 'resolve', filter: { status: ['pending'] } }
    for (const [method, path, body] of [
      ['GET', '/ticket-batches'],
      ['POST', '/ticket-batches', order],
      ['POST', '/ticket-batches/preview', order.filter],
    ] as const)
      expect(await sofia.refused(method, path, body)).toBe('403 ERR_NO_PERMISSION')
    const known = (await admin.ok<TicketBatch[]>('GET', '/ticket-batches')).map(({ id }) => id)
    expect((await stranger.ok<TicketBatch[]>('GET', '/ticket-batches')).filter(({ id }) => known.includes(id))).toEqual(
      [],
    )
    expect(await stranger.refused('POST', `/ticket-batches/${known[0]}/cancel`)).toBe('404 ERR_NO_BATCH_FOUND')
  })

  it('runs one at a time, stops when it is told to, and fails when its receiver is gone', async () => {
    const { owner } = node.database
    const held = await tickets(node.a, 2)
    let release = (): void => undefined
    const locked = new Promise<void>((resolve) => {
      release = resolve
    })
    // Somebody works on a ticket: the batch waits for it.
    const worker = owner.begin(async (sql) => {
      await sql`select 1 from core.ticket where id = ${held[0]!} for update`
      await locked
    })
    const { id } = await admin.ok<TicketBatch>('POST', '/ticket-batches', {
      kind: 'resolve',
      filter: { status: ['pending'] },
    })
    expect(await admin.refused('POST', '/ticket-batches', { kind: 'resolve', filter: { status: ['pending'] } })).toBe(
      '409 ERR_BATCH_RUNNING',
    )
    release()
    await worker
    await ended(id)

    await tickets(node.a, 1)
    await owner`
      insert into core.ticket_batch (id, tenant_id, kind, filter, user_id, total, requested_by)
      values (${newId() as string}, ${node.a.id}, 'transfer', ${owner.json({ status: ['pending'] })},
              ${node.a.colleague.id}, 1, ${node.a.admin.id})`
    const [stored] = await owner<{ id: string }[]>`select id from core.ticket_batch where state = 'running'`
    await admin.ok('POST', `/ticket-batches/${stored!.id}/cancel`)
    expect(await ended(stored!.id)).toMatchObject({ state: 'cancelled', done: 0 })
    expect(await admin.refused('POST', `/ticket-batches/${stored!.id}/cancel`)).toBe('404 ERR_NO_BATCH_FOUND')
    await wipe()
  })
})
