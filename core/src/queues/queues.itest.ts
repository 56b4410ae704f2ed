import type { Queue, Tag } from '@recado/contracts'
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

describe('queues', () => {
  test('an admin creates, changes and deletes them; agents read', async () => {
    const created = await ana!.call<Queue>('POST', '/queue', { queue: ' Financeiro ', isActive: true })
    expect(created.body).toMatchObject({ queue: 'Financeiro', isActive: true, color: '#5c7c78' })
    expect((await ugo!.call<Queue[]>('GET', '/queue')).body.map((queue) => queue.queue)).toEqual([
      'Financeiro',
      'Suporte',
      'Vendas',
    ])
    expect(
      (await ana!.call('PUT', `/queue/${created.body.id}`, { queue: 'Cobrança', isActive: false, color: '#112233' }))
        .body,
    ).toMatchObject({ queue: 'Cobrança', isActive: false, color: '#112233' })
    expect(await ugo!.call('POST', '/queue', { queue: 'X' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await ana!.call('DELETE', `/queue/${created.body.id}`)).status).toBe(200)
    expect(await ana!.call('DELETE', `/queue/${created.body.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_QUEUE_FOUND' },
    })
    expect(
      (await rig.database.owner`select action from core.audit_log where subject = ${created.body.id} order by id`).map(
        (row) => row.action,
      ),
    ).toEqual(['queues.create', 'queues.update', 'queues.delete'])
  })

  test('names are unique in a company, whatever their case, and free in another', async () => {
    expect(await ana!.call('POST', '/queue', { queue: 'VENDAS' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_QUEUE_NAME_EXISTS' },
    })
    expect((await bia!.call('POST', '/queue', { queue: 'Ouvidoria' })).status).toBe(200)
    expect((await ana!.call('POST', '/queue', { queue: 'Ouvidoria' })).status).toBe(200)
  })

  test('S8-057 S8-058 a queue with tickets cannot be deleted', async () => {
    const { owner } = rig.database
    const contact = newId<never>()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: rig.a.id, name: 'Cliente' })}`
    await owner`
      insert into core.ticket ${owner({
        id: newId<never>(),
        tenant_id: rig.a.id,
        protocol: '1',
        status: 'closed',
        contact_id: contact,
        connection_id: rig.a.connection,
        channel: 'x',
        chat: 'x',
        queue_id: rig.a.support,
      })}`
    expect(await ana!.call('DELETE', `/queue/${rig.a.support}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_QUEUE_TICKET_EXISTS' },
    })
  })

  test('S8-056 a queue of another company does not exist', async () => {
    for (const [method, body] of [
      ['PUT', { queue: 'X' }],
      ['DELETE', undefined],
    ] as const)
      expect(await bia!.call(method, `/queue/${rig.a.sales}`, body)).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_QUEUE_FOUND' },
      })
    expect((await bia!.call<Queue[]>('GET', '/queue')).body.map((queue) => queue.id)).not.toContain(rig.a.sales)
  })

  test('who loses a queue loses its tickets with the next request', async () => {
    expect((await rig.access.sessions.live(ugo!.sessionId!)).viewer.queueIds).toEqual([rig.a.sales])
    await ana!.call('DELETE', `/queue/${rig.a.sales}`)
    await expect.poll(async () => (await rig.access.sessions.live(ugo!.sessionId!)).viewer.queueIds).toEqual([])
  })
})

describe('tags', () => {
  test('are created, changed, listed and deleted by who may', async () => {
    const sofia = await rig.signedIn(rig.a.supervisor)
    const created = await sofia.call<Tag>('POST', '/tags', { tag: 'VIP', color: '#ff8800' })
    expect(created.body).toMatchObject({ tag: 'VIP', color: '#ff8800', isActive: true })
    expect((await sofia.call('PUT', `/tags/${created.body.id}`, { tag: 'Vip', isActive: false })).body).toMatchObject({
      tag: 'Vip',
      isActive: false,
    })
    expect((await ugo!.call<Tag[]>('GET', '/tags?isActive=true')).body).toEqual([])
    expect((await ugo!.call<Tag[]>('GET', '/tags')).body).toHaveLength(1)
    expect((await bia!.call<Tag[]>('GET', '/tags')).body).toEqual([])
    expect(await ugo!.call('POST', '/tags', { tag: 'X' })).toMatchObject({ status: 403 })
    expect(await sofia.call('POST', '/tags', { tag: 'vip' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_TAG_NAME_EXISTS' },
    })
    expect(await bia!.call('DELETE', `/tags/${created.body.id}`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TAG_FOUND' },
    })
    expect((await sofia.call('DELETE', `/tags/${created.body.id}`)).status).toBe(200)
  })

  test('S8-060 a tag that contacts carry cannot be deleted', async () => {
    const { owner } = rig.database
    const tag = (await ana!.call<Tag>('POST', '/tags', { tag: 'Atacado' })).body.id
    const contact = newId<never>()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: rig.a.id, name: 'Cliente' })}`
    await owner`insert into core.contact_tag ${owner({ tenant_id: rig.a.id, contact_id: contact, tag_id: tag })}`
    expect(await ana!.call('DELETE', `/tags/${tag}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_TAG_CONTACTS_EXISTS' },
    })
  })

  test('S8-060 neither can one that a contact is given at the same moment', async () => {
    const { owner } = rig.database
    const tag = (await ana!.call<Tag>('POST', '/tags', { tag: 'Varejo' })).body.id
    const contact = newId<never>()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: rig.a.id, name: 'Cliente' })}`
    const deleted = await owner.begin(async (tx) => {
      await tx`insert into core.contact_tag ${tx({ tenant_id: rig.a.id, contact_id: contact, tag_id: tag })}`
      const answer = ana!.call('DELETE', `/tags/${tag}`)
      await expect
        .poll(
          () => owner`
            select 1
              from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%"tag"%'`,
        )
        .toHaveLength(1)
      return { answer }
    })
    expect(await deleted.answer).toMatchObject({ status: 409, body: { error: 'ERR_TAG_CONTACTS_EXISTS' } })
    expect(await owner`select 1 from core.contact_tag where tag_id = ${tag}`).toHaveLength(1)
  })
})
