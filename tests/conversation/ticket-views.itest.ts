import type { TicketPage, TicketView, TicketViewCount } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

let rig: TestApp
let [ana, bia, sofia, ugo]: Person[] = []
beforeAll(async () => {
  rig = await testApp()
  ;[ana, bia, sofia, ugo] = [
    await rig.signIn(rig.a.admin),
    await rig.signIn(rig.b.admin),
    await rig.signIn(rig.a.supervisor),
    await rig.signIn(rig.a.user),
  ]
  const { owner } = rig.database
  for (const tenant of [rig.a, rig.b]) {
    const contact = newId()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: tenant.id, name: 'Cliente' })}`
    const ticket = (fields: object) => ({
      id: newId(),
      tenant_id: tenant.id,
      protocol: newId(),
      status: 'closed',
      contact_id: contact,
      connection_id: tenant.connection,
      channel: 'test',
      chat: 'c',
      user_id: null,
      queue_id: null,
      unread: 0,
      ...fields,
    })
    await owner`
      insert into core.ticket ${owner([
        ticket({ queue_id: tenant.sales }),
        ticket({ queue_id: tenant.support }),
        ticket({ user_id: tenant.user.id, queue_id: tenant.sales, unread: 2 }),
        ticket({ status: 'pending', queue_id: tenant.support }),
      ])}`
  }
})
afterAll(() => rig.close())

const save = (client: Person, fields: object) =>
  client.call<TicketView & { error?: string }>('POST', '/ticket-views', {
    name: 'Resolvidos',
    filter: { status: ['closed'] },
    ...fields,
  })
const names = async (client: Person) =>
  (await client.call<TicketView[]>('GET', '/ticket-views')).body.map((view) => view.name)
const countOf = async (client: Person, id: string) =>
  (await client.call<TicketViewCount[]>('GET', '/ticket-views/counts')).body.find((count) => count.id === id)

describe('saved views', () => {
  test('are one’s own, with every field of the filter, until they are shared', async () => {
    const own = (
      await save(ugo!, {
        name: ' Meus não lidos ',
        icon: 'star',
        filter: { mine: true, withUnreadMessages: true, queuesIds: [rig.a.sales] },
      })
    ).body
    expect(own).toEqual({
      id: own.id,
      name: 'Meus não lidos',
      icon: 'star',
      shared: false,
      userId: rig.a.user.id,
      filter: {
        searchParam: '',
        status: ['open', 'pending'],
        showAll: false,
        queuesIds: [rig.a.sales],
        withUnreadMessages: true,
        isNotAssignedUser: false,
        includeNotQueueDefined: true,
        mine: true,
        priorities: [],
        unanswered: false,
        tagIds: [],
        connectionIds: [],
        userIds: [],
        snoozed: false,
        watched: false,
        sort: 'recent',
        attributes: [],
        contactAttributes: [],
        days: null,
      },
    })
    expect(await names(ugo!)).toContain('Meus não lidos')
    expect(await names(ana!)).not.toContain('Meus não lidos')
    for (const [method, path, body] of [
      ['PUT', `/ticket-views/${own.id}`, { name: 'X', filter: {} }],
      ['DELETE', `/ticket-views/${own.id}`],
      ['POST', `/ticket-views/${own.id}/restore`, {}],
    ] as const)
      expect(await ana!.call(method, path, body), path).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_TICKET_VIEW_FOUND' },
      })
  })

  test('a shared one is made and changed with the right alone, and is everybody’s of the company', async () => {
    expect(await save(ugo!, { shared: true })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } })
    const shared = (await save(sofia!, { name: 'Da equipe', shared: true })).body
    for (const client of [ana!, ugo!]) expect(await names(client)).toContain('Da equipe')
    expect(await names(bia!)).toEqual([])
    expect(await ugo!.call('PUT', `/ticket-views/${shared.id}`, { name: 'X', filter: {} })).toMatchObject({
      status: 403,
    })
    expect(
      (await ana!.call('PUT', `/ticket-views/${shared.id}`, { name: 'Da casa', shared: true, filter: shared.filter }))
        .body,
    ).toMatchObject({ name: 'Da casa' })
    expect(await bia!.call('DELETE', `/ticket-views/${shared.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_VIEW_FOUND' },
    })
  })

  test('a shared one counts for each reader what that reader may see, and as the list does', async () => {
    const shared = (await save(ana!, { name: 'Todos os resolvidos', shared: true })).body
    for (const client of [ana!, sofia!, ugo!]) {
      const listed = (await client.call<TicketPage>('GET', '/tickets?status[]=closed')).body
      expect(await countOf(client, shared.id)).toEqual({ id: shared.id, count: listed.tickets.length, capped: false })
    }
    // Ugo answers for sales alone; what waits for support is not his.
    expect((await countOf(ugo!, shared.id))!.count).toBeLessThan((await countOf(ana!, shared.id))!.count)
  })

  test('a deleted one comes back under its address', async () => {
    const view = (await save(ugo!, { name: 'Vai e volta' })).body
    expect((await ugo!.call('DELETE', `/ticket-views/${view.id}`)).status).toBe(200)
    expect(await names(ugo!)).not.toContain('Vai e volta')
    expect(await ugo!.call('DELETE', `/ticket-views/${view.id}`)).toMatchObject({ status: 404 })
    expect((await ugo!.call('POST', `/ticket-views/${view.id}/restore`, {})).body).toEqual(view)
    expect(await names(ugo!)).toContain('Vai e volta')
  })

  test('stand in the order that was chosen; what is not one’s own to move stays', async () => {
    const [first, second] = [
      (await save(ugo!, { name: 'Primeira' })).body,
      (await save(ugo!, { name: 'Segunda' })).body,
    ]
    const shared = (await save(ana!, { name: 'Fica', shared: true })).body
    const ordered = (
      await ugo!.call<TicketView[]>('PUT', '/ticket-views/order', { ids: [shared.id, second.id, first.id] })
    ).body.map((view) => view.name)
    expect(ordered.indexOf('Segunda')).toBeLessThan(ordered.indexOf('Primeira'))
    expect(ordered.indexOf('Fica')).toBeLessThan(ordered.indexOf('Segunda'))
    expect(await names(ugo!)).toEqual(ordered)
  })

  test('a shared one that a colleague shares no more is theirs, and out of everybody else’s sight', async () => {
    const shared = (await save(sofia!, { name: 'Era de todos', shared: true })).body
    expect(
      await ana!.call('PUT', `/ticket-views/${shared.id}`, {
        name: 'Era de todos',
        shared: false,
        filter: shared.filter,
      }),
    ).toMatchObject({ status: 200, body: { shared: false, userId: rig.a.admin.id } })
    expect(
      [await names(ana!), await names(sofia!), await names(ugo!)].map((list) => list.includes('Era de todos')),
    ).toEqual([true, false, false])
  })

  test('one that names a queue which is gone is renamed all the same; a queue that is not there is not added', async () => {
    const queue = (await ana!.call<{ id: string }>('POST', '/queue', { queue: 'De passagem' })).body
    const view = (await save(ugo!, { name: 'De uma fila', filter: { queuesIds: [queue.id] } })).body
    expect((await ana!.call('DELETE', `/queue/${queue.id}`)).status).toBe(200)
    expect(
      await ugo!.call('PUT', `/ticket-views/${view.id}`, { name: 'De outrora', filter: view.filter }),
    ).toMatchObject({ status: 200, body: { name: 'De outrora' } })
    expect(
      await ugo!.call('PUT', `/ticket-views/${view.id}`, {
        name: 'X',
        filter: { ...view.filter, queuesIds: [rig.b.sales] },
      }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } })
  })

  test('have a limit, which a sharing, an end of it and an undone deletion keep too, and a filter that asks for something', async () => {
    expect(await save(ugo!, { filter: { status: [] } })).toMatchObject({ status: 422 })
    const limit = { status: 409, body: { error: 'ERR_TICKET_VIEW_LIMIT' } }
    const colleague = await rig.signIn(rig.a.colleague)
    for (let n = 0; n < 50; n++) expect((await save(colleague, { name: `Visão ${n}` })).status).toBe(200)
    expect(await save(colleague, {})).toMatchObject(limit)
    const own = (await colleague.call<TicketView[]>('GET', '/ticket-views')).body.find(
      (view) => view.userId === rig.a.colleague.id,
    )!
    expect((await colleague.call('DELETE', `/ticket-views/${own.id}`)).status).toBe(200)
    expect((await save(colleague, { name: 'No lugar' })).status).toBe(200)
    expect(await colleague.call('POST', `/ticket-views/${own.id}/restore`, {})).toMatchObject(limit)
    const shared = (await ana!.call<TicketView[]>('GET', '/ticket-views')).body.filter((view) => view.shared).length
    const drafted = (await save(ana!, { name: 'Ainda minha' })).body
    for (let n = shared; n < 50; n++)
      expect((await save(ana!, { name: `Da equipe ${n}`, shared: true })).status).toBe(200)
    expect(
      await ana!.call('PUT', `/ticket-views/${drafted.id}`, { name: 'De todos', shared: true, filter: drafted.filter }),
    ).toMatchObject(limit)
  })
})
