import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, MessagePage, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'

let world: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  world = await testApp({ pluginFolders: [pluginFolder(hookPlugin, join(import.meta.dirname, '../plugins/past'))] })
  admin = await world.signIn(world.a.admin)
  other = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const dayMs = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const create = (config: object = {}, person = admin) =>
  person.ok<Connection>('POST', '/whatsapp', { name: `Past ${randomUUID()}`, type: 'past', config })
const read = (id: string, person = admin) => person.ok<Connection>('GET', `/whatsapp/${id}`)
const taskOf = async (id: string, kind: 'import' | 'transfer') =>
  (await read(id)).tasks.find((task) => task.kind === kind)
const ended = (id: string, kind: 'import' | 'transfer') =>
  eventually(
    () => taskOf(id, kind),
    (task) => task !== undefined && task.state !== 'running',
  )
const connected = (id: string, person = admin) =>
  eventually(
    () => read(id, person),
    (connection) => connection.status === 'connected',
  )
const ticketsOn = async (id: string, person = admin) =>
  (
    await person.ok<TicketPage>(
      'GET',
      '/tickets/?status[]=pending&status[]=open&status[]=closed&status[]=group&limit=200',
    )
  ).tickets.filter((ticket) => ticket.channelId === id)
const imported = async (id: string, input: object = {}) => {
  await admin.ok('POST', `/whatsapp/${id}/import`, { since: ago(30), until: ago(0), ...input })
  return ended(id, 'import')
}

describe('a code to scan', () => {
  it('is shown to who manages channels, and a new one comes on request', async () => {
    const { id } = await create({ code: 'secret-code' })
    const waiting = await eventually(
      () => read(id),
      (connection) => connection.status === 'qrcode',
    )
    expect(waiting.qrcode).toBe('secret-code-1')
    await admin.ok('PUT', `/whatsappsession/${id}`, { isQrcode: true })
    expect(
      (
        await eventually(
          () => read(id),
          (connection) => connection.qrcode === 'secret-code-2',
        )
      ).status,
    ).toBe('qrcode')
    const agent = await world.signIn(world.a.user)
    expect(await read(id, agent)).not.toHaveProperty('qrcode')
    expect((await other.call('GET', `/whatsapp/${id}`)).status).toBe(404)
  })

  it('S4-068 a reset forgets what was kept of the session', async () => {
    const { id } = await create({ code: 'again' })
    await eventually(
      () => read(id),
      (connection) => connection.qrcode === 'again-1',
    )
    await admin.ok('PUT', `/whatsappsession/${id}`, { reset: true })
    await eventually(
      async () =>
        (await world.database.owner`select 1 from core.audit_log where subject = ${id} and action = 'connection.reset'`)
          .length,
      (count) => count === 1,
    )
    expect(
      (
        await eventually(
          () => read(id),
          (connection) => connection.status === 'qrcode',
        )
      ).qrcode,
    ).toBe('again-1')
    await admin.ok('DELETE', `/whatsappsession/${id}`)
    expect((await admin.call('PUT', `/whatsappsession/${id}`, { reset: true })).body).toMatchObject({
      error: 'ERR_CONNECTION_INACTIVE',
    })
  })

  it('the number is what the provider calls us', async () => {
    const { id, name } = await create()
    await admin.ok('POST', `/whatsapp/${id}/check`)
    expect((await read(id)).number).toBe(`@${name}`)
  })
})

describe('importing the past', () => {
  it('S3-043 brings in messages once, without groups unless asked, unread or anybody told', async () => {
    const { id } = await create({ pages: 3 })
    await connected(id)
    expect(await imported(id)).toMatchObject({ state: 'done', done: 6, skipped: 3, progress: 1, error: null })
    expect((await ticketsOn(id)).map((ticket) => [ticket.name, ticket.unreadMessages])).toHaveLength(3)
    expect((await ticketsOn(id)).every((ticket) => ticket.unreadMessages === 0)).toBe(true)
    expect(await imported(id, { groupMessages: true })).toMatchObject({ state: 'done', done: 9, skipped: 0 })
    const club = (await ticketsOn(id)).find((ticket) => ticket.isGroup)!
    expect(
      (await admin.ok<MessagePage>('GET', `/messages/${club.id}`)).messages.map((message) => message.body),
    ).toEqual(['g1', 'g2', 'g3'])
    const person = (await ticketsOn(id)).find((ticket) => !ticket.isGroup)!
    expect((await admin.ok<MessagePage>('GET', `/messages/${person.id}`)).messages).toHaveLength(2)
    expect(await ticketsOn(id, other)).toEqual([])
  })

  it('S3-043 goes on where it was interrupted, and closes what came of it if asked', async () => {
    const { id } = await create({ pages: 5, breaksAt: 3 })
    await connected(id)
    expect(await imported(id, { closeTickets: true })).toMatchObject({ state: 'done', done: 10 })
    expect((await ticketsOn(id)).map((ticket) => ticket.status)).toEqual(Array.from({ length: 5 }, () => 'closed'))
  })

  it('S5-110 its dates are checked', async () => {
    const { id } = await create({ pages: 1 })
    for (const dates of [
      { since: ago(1), until: ago(2) },
      { since: ago(-3), until: ago(-4) },
      { since: ago(1), until: ago(-3) },
      { since: ago(400), until: ago(0) },
    ]) {
      expect((await admin.call('POST', `/whatsapp/${id}/import`, dates)).body).toMatchObject({
        error: 'ERR_IMPORT_DATES',
      })
    }
    expect((await other.call('POST', `/whatsapp/${id}/import`, { since: ago(2), until: ago(1) })).body).toMatchObject({
      error: 'ERR_NO_WAPP_FOUND',
    })
    const hook = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `Hook ${randomUUID()}`,
      type: 'hook',
      config: { target: 'https://far.test/x', signingSecret: 'a signing secret for tests' },
    })
    expect(
      (await admin.call('POST', `/whatsapp/${hook.id}/import`, { since: ago(2), until: ago(1) })).body,
    ).toMatchObject({ error: 'ERR_CHANNEL_UNSUPPORTED' })
  })
})

describe('moving conversations to another connection', () => {
  it('S4-069 they go on over there, with what waits to be sent; who is talked to there already stays', async () => {
    const [from, to] = [await create({ pages: 3 }), await create({ pages: 1 })]
    await connected(from.id)
    await connected(to.id)
    await imported(from.id)
    await imported(to.id)
    await admin.ok('DELETE', `/whatsappsession/${from.id}`)
    await admin.ok('POST', '/whatsapp/transfer', { from: from.id, to: to.id })
    expect(await ended(from.id, 'transfer')).toMatchObject({ state: 'done', done: 2, skipped: 1 })
    expect((await ticketsOn(to.id)).map((ticket) => ticket.name).sort()).toEqual([
      'Cliente p1',
      'Cliente p2',
      'Cliente p3',
    ])
    expect((await ticketsOn(from.id)).map((ticket) => ticket.name)).toEqual(['Cliente p1'])
    const moved = (await ticketsOn(to.id)).find((ticket) => ticket.name === 'Cliente p2')!
    await admin.ok('PUT', `/tickets/${moved.id}`, { status: 'open' })
    await admin.ok('POST', `/messages/${moved.id}`, { body: 'por aqui agora' })
    const last = await eventually(
      async () => (await admin.ok<MessagePage>('GET', `/messages/${moved.id}`)).messages.at(-1)!,
      (message) => message.status === 'sent',
    )
    expect(last.body).toBe('por aqui agora')
  })

  it('S5-112 S5-113 S5-114 source and destination are required, and are two of this company that fit', async () => {
    const { id } = await create()
    const hook = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `Hook ${randomUUID()}`,
      type: 'hook',
      config: { target: 'https://far.test/x', signingSecret: 'a signing secret for tests' },
    })
    const theirs = await create({}, other)
    const answer = async (body: object) =>
      (await admin.call<{ error: string }>('POST', '/whatsapp/transfer', body)).body.error
    expect([await answer({ to: id }), await answer({ from: id }), await answer({ from: id, to: id })]).toEqual([
      'ERR_VALIDATION',
      'ERR_VALIDATION',
      'ERR_SAME_CONNECTION',
    ])
    expect([
      await answer({ from: id, to: hook.id }),
      await answer({ from: id, to: theirs.id }),
      await answer({ from: theirs.id, to: id }),
    ]).toEqual(['ERR_CHANNELS_DIFFER', 'ERR_NO_WAPP_FOUND', 'ERR_NO_WAPP_FOUND'])
  })
})

describe('a connection', () => {
  it('S8-069 S8-147 has a name that no other one of its company has; a deleted one gives it back', async () => {
    const { id, name } = await create()
    const named = { name: name.toUpperCase(), type: 'past', config: {} }
    expect(await admin.refused('POST', '/whatsapp', named)).toBe('409 ERR_CONNECTION_NAME_EXISTS')
    const { id: second } = await create()
    expect(await admin.refused('PUT', `/whatsapp/${second}`, { name })).toBe('409 ERR_CONNECTION_NAME_EXISTS')
    const { id: theirs } = await create({}, other)
    expect(await other.ok<Connection>('PUT', `/whatsapp/${theirs}`, { name })).toMatchObject({ name })
    expect(await other.refused('DELETE', `/whatsapp/${id}`)).toBe('404 ERR_NO_WAPP_FOUND')
    await admin.ok('DELETE', `/whatsapp/${id}`)
    expect(await admin.refused('GET', `/whatsapp/${id}`)).toBe('404 ERR_NO_WAPP_FOUND')
    expect(await admin.ok<Connection>('PUT', `/whatsapp/${second}`, { name })).toMatchObject({ name })
  })

  it('S7-088 S4-065 S4-067 S4-070 is connected, disconnected and deleted by who manages channels, and by nobody else', async () => {
    const { id } = await create()
    await connected(id)
    expect(await admin.ok<Connection>('DELETE', `/whatsappsession/${id}`)).toMatchObject({
      isActive: false,
      status: 'inactive',
    })
    await admin.ok('POST', `/whatsappsession/${id}`)
    await connected(id)
    const agent = await world.signIn(world.a.user)
    for (const [method, path] of [
      ['DELETE', `/whatsappsession/${id}`],
      ['POST', `/whatsappsession/${id}`],
      ['DELETE', `/whatsapp/${id}`],
    ] as const)
      expect(await agent.refused(method, path)).toBe('403 ERR_NO_PERMISSION')
  })

  it('S3-046 has a queue in which its conversations begin', async () => {
    const { id } = await create({ pages: 1 })
    await admin.ok('PUT', `/whatsapp/${id}`, { queueId: world.a.sales })
    await connected(id)
    await imported(id)
    expect((await ticketsOn(id)).map((ticket) => ticket.queueId)).toEqual([world.a.sales])
  })
})

it('S8-148 no more connections than the company may have, also when two are made at once', async () => {
  const held = (await other.ok<Connection[]>('GET', '/whatsapp')).length
  await world.database.owner`update core.tenant set max_connections = ${held + 1} where id = ${world.b.id}`
  const attempt = () =>
    other.call<{ error?: string; limit?: number }>('POST', '/whatsapp', {
      name: `Past ${randomUUID()}`,
      type: 'past',
      config: {},
    })
  const answers = await Promise.all([attempt(), attempt(), attempt()])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403])
  expect(answers.find((answer) => answer.status === 403)!.body).toMatchObject({
    error: 'ERR_CONNECTION_LIMIT_REACHED',
    limit: held + 1,
  })
})
