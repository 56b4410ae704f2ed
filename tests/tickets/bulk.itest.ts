import type { Ticket, TicketBulkResult } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let app: TestApp
let [ana, bia, ugo]: Person[] = []
let open: string, pending: string, hidden: string, foreign: string
beforeAll(async () => {
  app = await testApp()
  ;[ana, bia, ugo] = [await app.signIn(app.a.admin), await app.signIn(app.b.admin), await app.signIn(app.a.user)]
})
afterAll(() => app.close())
beforeEach(async () => {
  const { owner } = app.database
  const make = async (tenant: TestApp['a'], fields: object): Promise<string> => {
    const [id, contact] = [newId(), newId()]
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: tenant.id, name: 'Cliente' })}`
    await owner`
      insert into core.ticket ${owner({
        id,
        tenant_id: tenant.id,
        protocol: id,
        status: 'pending',
        contact_id: contact,
        connection_id: tenant.connection,
        channel: 'test',
        chat: id,
        ...fields,
      })}`
    return id
  }
  open = await make(app.a, { status: 'open', user_id: app.a.user.id, queue_id: app.a.sales, unread: 2 })
  pending = await make(app.a, { queue_id: app.a.sales })
  hidden = await make(app.a, { queue_id: app.a.support })
  foreign = await make(app.b, {})
})

const change = (who: Person, changes: readonly object[]) =>
  who.call<TicketBulkResult[]>('POST', '/tickets/bulk', { changes })
const read = (id: string) => ana!.ok<Ticket>('GET', `/tickets/${id}`)

describe('several tickets at once', () => {
  test('S4-008 S4-017 S4-018 are changed by the rules of a single one; what is refused keeps no other back', async () => {
    const { status, body } = await change(ugo!, [
      { id: open, status: 'closed' },
      { id: pending, status: 'closed' },
      { id: hidden, pinned: true },
      { id: foreign, pinned: true },
      { id: pending, pinned: true },
    ])
    expect(status).toBe(200)
    expect(body.map(({ id, ticket, error }) => [id, ticket?.status ?? null, error])).toEqual([
      [open, 'closed', null],
      [pending, null, 'ERR_TICKET_TRANSITION'],
      [hidden, null, 'ERR_NO_TICKET_FOUND'],
      [foreign, null, 'ERR_NO_TICKET_FOUND'],
      [pending, 'pending', null],
    ])
    expect((await read(open)).status).toBe('closed')
    expect((await ugo!.ok<Ticket>('GET', `/tickets/${pending}`)).pinned).toBe(true)
    expect((await change(ugo!, [{ id: pending, pinned: false }])).body[0]!.ticket).toMatchObject({ pinned: false })
    expect(await bia!.ok<Ticket>('GET', `/tickets/${foreign}`)).toMatchObject({ pinned: false })
  })

  test('one that fails for a fault of the server keeps no other back, and is told with them', async () => {
    const { owner } = app.database
    await owner`
      create function core.fails() returns trigger language plpgsql
        as $$ begin raise exception 'broken'; end $$`
    await owner.unsafe(`
      create trigger fails before update on core.ticket
        for each row when (old.id = '${open}') execute function core.fails()`)
    try {
      const { status, body } = await change(ana!, [
        { id: open, priority: 'high' },
        { id: pending, priority: 'high' },
      ])
      expect([status, body.map(({ ticket, error }) => [ticket?.priority ?? null, error])]).toEqual([
        200,
        [
          [null, 'ERR_INTERNAL'],
          ['high', null],
        ],
      ])
      expect(await ana!.refused('POST', '/tickets/bulk', { changes: [{ id: open, priority: 'high' }] })).toBe(
        '500 ERR_INTERNAL',
      )
    } finally {
      await owner`drop function core.fails cascade`
    }
  })

  test('S4-010 an undo gives a resolved one back to whose it was', async () => {
    await change(ana!, [{ id: open, status: 'closed' }])
    const [undone] = (await change(ana!, [{ id: open, status: 'open', userId: app.a.user.id, queueId: app.a.sales }]))
      .body
    expect(undone!.ticket).toMatchObject({ status: 'open', userId: app.a.user.id, queueId: app.a.sales })
  })

  test('an undo leaves alone what somebody else has done since, and says so', async () => {
    const expected = { status: 'open', userId: app.a.admin.id, queueId: app.a.sales }
    await change(ana!, [{ id: pending, status: 'open' }])
    await ugo!.ok('PUT', `/tickets/${pending}`, { status: 'open', userId: app.a.user.id })
    expect(
      await ana!.refused('POST', '/tickets/bulk', { changes: [{ id: pending, status: 'pending', expected }] }),
    ).toBe('409 ERR_TICKET_TRANSITION')
    expect(await read(pending)).toMatchObject({ status: 'open', userId: app.a.user.id })
    await ugo!.ok('PUT', `/tickets/${open}`, { priority: 'high' })
    const [stale, fitting] = (
      await change(ana!, [
        { id: open, priority: 'low', expected: { priority: 'urgent' } },
        { id: pending, status: 'pending', expected: { ...expected, userId: app.a.user.id } },
      ])
    ).body
    expect([stale!.error, fitting!.ticket]).toMatchObject([
      'ERR_TICKET_TRANSITION',
      { status: 'pending', userId: null },
    ])
    expect((await read(open)).priority).toBe('high')
  })

  test('an undo of resolving puts off again what was put off', async () => {
    await ugo!.ok('PUT', `/tickets/${open}`, { snooze: { until: null } })
    const [resolved] = (await change(ugo!, [{ id: open, status: 'closed' }])).body
    expect(resolved!.ticket).toMatchObject({ status: 'closed', snooze: null })
    const [undone] = (
      await change(ugo!, [
        {
          id: open,
          status: 'open',
          userId: app.a.user.id,
          queueId: app.a.sales,
          snooze: { until: null },
          expected: { status: 'closed' },
        },
      ])
    ).body
    expect(undone!.ticket).toMatchObject({ status: 'open', userId: app.a.user.id, snooze: { until: null } })
  })

  test('S4-011 are moved to a queue and marked as read; where nothing can be done, all is refused', async () => {
    const { body } = await change(ana!, [
      { id: pending, queueId: app.a.support },
      { id: open, unreadMessages: 0 },
    ])
    expect(body.map(({ ticket }) => [ticket!.queueId, ticket!.unreadMessages])).toEqual([
      [app.a.support, 0],
      [app.a.sales, 0],
    ])
    expect(await ugo!.refused('POST', '/tickets/bulk', { changes: [{ id: foreign, pinned: true }] })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
    expect(await ana!.refused('POST', '/tickets/bulk', { changes: [{ id: open, queueId: app.b.sales }] })).toBe(
      '404 ERR_NO_QUEUE_FOUND',
    )
    expect(await ana!.refused('POST', '/tickets/bulk', { changes: [] })).toBe('422 ERR_VALIDATION')
    expect(
      await ana!.refused('POST', '/tickets/bulk', {
        changes: Array.from({ length: 201 }, () => ({ id: open, pinned: true })),
      }),
    ).toBe('422 ERR_VALIDATION')
  })
})
