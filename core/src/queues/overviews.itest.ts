import type { Queue, QueueOverviewPage, Tag, TagOverviewPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessRig, type AccessRig, type Client } from '../access/access.rig.ts'
import { newId } from '../base/ids.ts'

let rig: AccessRig
let [ana, bia, ugo]: Client[] = []
beforeAll(async () => {
  rig = await accessRig()
  ;[ana, bia, ugo] = [await rig.signedIn(rig.a.admin), await rig.signedIn(rig.b.admin), await rig.signedIn(rig.a.user)]
})
afterAll(() => rig.close())

const ticket = async (contact: string, status: string, queueId: string | null): Promise<string> => {
  const id = newId<never>()
  await rig.database.owner`
    insert into core.ticket ${rig.database.owner({
      id,
      tenant_id: rig.a.id,
      protocol: id,
      status,
      contact_id: contact,
      origin_id: newId<never>(),
      connection_id: rig.a.connection,
      channel: 'x',
      chat: id,
      queue_id: queueId,
    } as never)}`
  return id
}
const contact = async (more: object = {}): Promise<string> => {
  const id = newId<never>()
  await rig.database
    .owner`insert into core.contact ${rig.database.owner({ id, tenant_id: rig.a.id, name: 'Cliente', ...more })}`
  return id
}

describe('queues as they are administered', () => {
  test('S7-089 S3-026 each says who works in it and what stands in it, of this company alone', async () => {
    const customer = await contact()
    await ticket(customer, 'open', rig.a.sales)
    await ticket(customer, 'pending', rig.a.sales)
    await ticket(customer, 'closed', rig.a.sales)
    const { body } = await ana!.call<QueueOverviewPage>('GET', '/queue/overview')
    expect(body).toMatchObject({ active: 2, nextCursor: null })
    expect(body.queues.map(({ queue, openTickets }) => [queue, openTickets])).toEqual([
      ['Suporte', 0],
      ['Vendas', 2],
    ])
    expect(body.queues.map(({ isActive }) => isActive)).toEqual([true, true])
    expect(body.queues.find(({ id }) => id === rig.a.sales)!.users).toBe(
      (await rig.database.owner`select 1 from core.user_queue where queue_id = ${rig.a.sales}`).length,
    )
    expect(
      (await bia!.call<QueueOverviewPage>('GET', '/queue/overview')).body.queues.every(
        ({ openTickets }) => openTickets === 0,
      ),
    ).toBe(true)
    expect(await ugo!.call('GET', '/queue/overview')).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
  })

  test('they are searched by name and read page by page, whatever stands in the name', async () => {
    for (let index = 0; index < 51; index++)
      await ana!.call<Queue>('POST', '/queue', { queue: `Loja ${String(index).padStart(2, '0')}`, isActive: false })
    const first = (await ana!.call<QueueOverviewPage>('GET', '/queue/overview?searchParam=loja')).body
    expect([first.queues.length, first.queues[0]!.queue]).toEqual([50, 'Loja 00'])
    const second = (
      await ana!.call<QueueOverviewPage>('GET', `/queue/overview?searchParam=loja&cursor=${first.nextCursor}`)
    ).body
    expect([second.queues.map(({ queue }) => queue), second.nextCursor]).toEqual([['Loja 50'], null])
    expect((await ana!.call<QueueOverviewPage>('GET', '/queue/overview?searchParam=%25')).body.queues).toEqual([])
    expect(await ana!.call('GET', '/queue/overview?cursor=x')).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION' },
    })
  })

  test('S6-034 the free plan says how many queues may be active; a taken name is said at its field', async () => {
    expect((await ana!.call<QueueOverviewPage>('GET', '/queue/overview')).body.activeLimit).toBeNull()
    const small = await rig.newTenant('Pequena')
    await rig.database.owner`update core.tenant set tier = 'free' where id = ${small.id}`
    expect(
      (await (await rig.signedIn(small.admin)).call<QueueOverviewPage>('GET', '/queue/overview')).body.activeLimit,
    ).toBe(1)
    expect(await ana!.call('POST', '/queue', { queue: 'vendas' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_QUEUE_NAME_EXISTS', issues: [{ path: 'body.queue' }] },
    })
  })
})

describe('the people of a queue', () => {
  const members = async (queueId: string): Promise<string[]> =>
    (await ana!.call<{ users: { id: string }[] }>('GET', `/users/with-queue?queueId=${queueId}`)).body.users.map(
      ({ id }) => id,
    )

  test('come and go, see its tickets with the next request, and leave a trace', async () => {
    const session = ugo!.sessionId!
    expect((await rig.access.sessions.live(session)).viewer.queueIds).not.toContain(rig.a.support)
    expect(
      (await ana!.call('PUT', `/queue/${rig.a.support}/users`, { add: [rig.a.user.id, rig.a.user.id, rig.a.admin.id] }))
        .status,
    ).toBe(200)
    await expect.poll(async () => (await rig.access.sessions.live(session)).viewer.queueIds).toContain(rig.a.support)
    expect(
      (await ana!.call('PUT', `/queue/${rig.a.support}/users`, { add: [rig.a.admin.id], remove: [rig.a.user.id] }))
        .status,
    ).toBe(200)
    expect(await members(rig.a.support)).toContain(rig.a.admin.id)
    expect(await members(rig.a.support)).not.toContain(rig.a.user.id)
    await expect
      .poll(async () => (await rig.access.sessions.live(session)).viewer.queueIds)
      .not.toContain(rig.a.support)
    expect(
      (await rig.database.owner`select subject from core.audit_log where action = 'queues.members'`).map(
        ({ subject }) => subject,
      ),
    ).toEqual([rig.a.support, rig.a.support])
  })

  test('are set by who manages users, and only those of this company', async () => {
    expect(await ugo!.call('PUT', `/queue/${rig.a.support}/users`, { add: [rig.a.user.id] })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect(
      await ana!.call('PUT', `/queue/${rig.a.support}/users`, { add: [rig.a.user.id, rig.b.user.id] }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } })
    expect(await members(rig.a.support)).not.toContain(rig.a.user.id)
    expect(await bia!.call('PUT', `/queue/${rig.a.support}/users`, { add: [rig.b.user.id] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    })
    expect(await ana!.call('PUT', `/queue/${rig.a.support}/users`, {})).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION' },
    })
  })
})

test('S7-090 S3-025 tags say how many contacts and tickets carry them; merged contacts count once', async () => {
  const tag = (await ana!.call<Tag>('POST', '/tags', { tag: 'Atacado', color: '#0f766e' })).body.id
  const one = await contact()
  const merged = await contact({ merged_into: one })
  const { owner } = rig.database
  for (const id of [one, merged])
    await owner`insert into core.contact_tag ${owner({ tenant_id: rig.a.id, contact_id: id, tag_id: tag })}`
  await owner`
    insert into core.ticket_tag ${owner({
      tenant_id: rig.a.id,
      ticket_id: await ticket(one, 'closed', null),
      tag_id: tag,
    })}`
  expect((await ana!.call<TagOverviewPage>('GET', '/tags/overview?searchParam=ATAC')).body).toMatchObject({
    tags: [{ tag: 'Atacado', color: '#0f766e', contacts: 1, tickets: 1, isActive: true }],
    nextCursor: null,
  })
  expect((await bia!.call<TagOverviewPage>('GET', '/tags/overview')).body.tags).toEqual([])
  expect(await ana!.call('POST', '/tags', { tag: 'atacado' })).toMatchObject({
    body: { error: 'ERR_TAG_NAME_EXISTS', issues: [{ path: 'body.tag' }] },
  })
})
