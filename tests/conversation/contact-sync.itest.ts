import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Connection, ContactPage, ContactRecord, PrivacyRequest } from '@recado/contracts'
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

interface Someone {
  id: string
  name?: string
  phone?: string
  email?: string
}
let numbers = 10_000_000
/** A mobile number of São Paulo that nobody had before, with its ninth digit and without. */
const freshNumber = () => {
  const rest = String(++numbers).slice(1)
  return { full: `+551198${rest}`, short: `55118${rest}` }
}
const connect = async (people: readonly (readonly Someone[])[], config: object = {}, person = admin) => {
  const { id } = await person.ok<Connection>('POST', '/whatsapp', {
    name: `Past ${randomUUID()}`,
    type: 'past',
    config: { people: JSON.stringify(people), ...config },
  })
  await eventually(
    () => person.ok<Connection>('GET', `/whatsapp/${id}`),
    (connection) => connection.status === 'connected',
  )
  return id
}
const ended = (id: string, kind = 'contacts', person = admin) =>
  eventually(
    async () => (await person.ok<Connection>('GET', `/whatsapp/${id}`)).tasks.find((task) => task.kind === kind),
    (task) => task !== undefined && task.state !== 'running',
  )
const synced = async (id: string, person = admin) => {
  await person.ok('POST', `/whatsapp/${id}/contacts`)
  return ended(id, 'contacts', person)
}
const named = async (text: string, person = admin) =>
  (await person.ok<ContactPage>('GET', `/contacts?searchParam=${encodeURIComponent(text)}`)).contacts

describe('contacts of a channel', () => {
  it('S2-097 those whom a channel knows become contacts, and a second time nothing changes', async () => {
    const tag = randomUUID().slice(0, 8)
    const number = freshNumber()
    const id = await connect([
      [
        { id: `a-${tag}`, name: `Ana ${tag}`, phone: number.full },
        { id: `b-${tag}`, name: `Bia ${tag}`, email: `bia-${tag}@cliente.test` },
      ],
      [{ id: `c-${tag}` }],
    ])
    expect(await synced(id)).toMatchObject({ state: 'done', done: 3, updated: 0, skipped: 0, progress: 1, error: null })
    expect((await named(tag)).map(({ name, number: digits, email }) => [name, digits, email])).toEqual([
      [`Ana ${tag}`, number.full, null],
      [`Bia ${tag}`, null, `bia-${tag}@cliente.test`],
      [`c-${tag}`, null, null],
    ])
    expect(await synced(id)).toMatchObject({ state: 'done', done: 0, updated: 0, skipped: 3 })
    expect(await named(tag, other)).toEqual([])
    expect(
      (await admin.ok<{ tickets: unknown[] }>('GET', `/tickets/?status[]=pending&status[]=open&searchParam=${tag}`))
        .tickets,
    ).toEqual([])
  })

  it('S2-097 somebody who is known already is found in any spelling, and keeps the name that a person wrote', async () => {
    const tag = randomUUID().slice(0, 8)
    const number = freshNumber()
    const { id: contact } = await admin.ok<ContactRecord>('POST', '/contacts', {
      name: `Dona Marta ${tag}`,
      number: number.full,
    })
    const id = await connect([
      [{ id: `m-${tag}`, name: `marta123 ${tag}`, phone: number.short, email: `marta-${tag}@cliente.test` }],
    ])
    expect(await synced(id)).toMatchObject({ done: 0, updated: 1, skipped: 0 })
    expect(await named(tag)).toMatchObject([
      { id: contact, name: `Dona Marta ${tag}`, number: number.full, email: `marta-${tag}@cliente.test` },
    ])
    expect(
      (await admin.ok<ContactRecord>('GET', `/contacts/${contact}`)).identities.map(
        ({ kind, value }) => `${kind} ${value}`,
      ),
    ).toEqual([`email marta-${tag}@cliente.test`, `past m-${tag}`, `phone ${number.full}`])
  })

  it('S2-097 who was called by their id gets the name that the channel knows', async () => {
    const tag = randomUUID().slice(0, 8)
    expect(await synced(await connect([[{ id: `n-${tag}` }]]))).toMatchObject({ done: 1 })
    expect(await synced(await connect([[{ id: `n-${tag}`, name: `Nair ${tag}` }]]))).toMatchObject({
      done: 0,
      updated: 1,
    })
    expect((await named(tag)).map(({ name }) => name)).toEqual([`Nair ${tag}`])
  })

  it('S2-097 goes on where it was interrupted, and is stopped by who started it', async () => {
    const tag = randomUUID().slice(0, 8)
    const people = Array.from({ length: 4 }, (_, page) => [{ id: `p${page}-${tag}`, name: `P${page} ${tag}` }])
    expect(await synced(await connect(people, { breaksAt: 3 }))).toMatchObject({ state: 'done', done: 4, skipped: 0 })
    const id = await connect(people)
    await admin.ok('DELETE', `/whatsappsession/${id}`)
    expect(await admin.refused('POST', `/whatsapp/${id}/contacts`)).toBe('409 ERR_CONNECTION_INACTIVE')
    await world.database.owner`
      insert into core.connection_task (tenant_id, connection_id, kind, settings)
      values (${world.a.id}, ${id}, 'contacts', '{}')`
    expect((await admin.ok<Connection>('DELETE', `/whatsapp/${id}/contacts`)).tasks).toMatchObject([
      { kind: 'contacts', state: 'cancelled', done: 0 },
    ])
  })

  it('S2-097 nobody who was erased comes back by being listed, in any spelling, until they write themselves', async () => {
    const tag = randomUUID().slice(0, 8)
    const number = freshNumber()
    const people = [
      { id: `e-${tag}`, name: `Eva ${tag}`, phone: number.full, email: `eva-${tag}@cliente.test` },
      { id: `f-${tag}`, name: `Fia ${tag}` },
    ]
    expect(await synced(await connect([people]))).toMatchObject({ done: 2 })
    expect(await synced(await connect([[people[0]!]], {}, other), other)).toMatchObject({ done: 1 })
    const eva = (await named(`Eva ${tag}`))[0]!
    const { id: request } = await admin.ok<PrivacyRequest>('POST', '/privacy/erasures', {
      contactId: eva.id,
      reason: 'request',
    })
    await eventually(
      () => admin.ok<PrivacyRequest>('GET', `/privacy/requests/${request}`),
      ({ state }) => state === 'done',
    )
    for (const shown of [
      people[0]!,
      { id: `other-${tag}`, name: `Eva ${tag}`, phone: number.short },
      { id: `third-${tag}`, name: `Eva ${tag}`, email: `EVA-${tag}@cliente.test` },
    ]) {
      expect(await synced(await connect([[shown, people[1]!]]))).toMatchObject({ done: 0, updated: 0, skipped: 2 })
    }
    expect(await named(tag)).toMatchObject([{ name: `Fia ${tag}` }])
    expect(await named(tag, other)).toMatchObject([{ name: `Eva ${tag}` }])
    const { id: back } = await admin.ok<ContactRecord>('POST', '/contacts', {
      name: `Eva de volta ${tag}`,
      number: number.full,
    })
    expect(await synced(await connect([people]))).toMatchObject({ done: 0, updated: 1, skipped: 1 })
    expect((await named(`Eva de volta ${tag}`)).map(({ id }) => id)).toEqual([back])
  })

  it('S2-097 only for who may bring contacts in, of a channel of the company that knows somebody', async () => {
    const id = await connect([[]])
    const agent = await world.signIn(world.a.user)
    expect(await agent.refused('POST', `/whatsapp/${id}/contacts`)).toBe('403 ERR_NO_PERMISSION')
    expect(await other.refused('POST', `/whatsapp/${id}/contacts`)).toBe('404 ERR_NO_WAPP_FOUND')
    const hook = await admin.ok<Connection>('POST', '/whatsapp', {
      name: `Hook ${randomUUID()}`,
      type: 'hook',
      config: { target: 'https://far.test/x', signingSecret: 'a signing secret for tests' },
    })
    expect(await admin.refused('POST', `/whatsapp/${hook.id}/contacts`)).toContain('ERR_CHANNEL_UNSUPPORTED')
  })

  it('S3-043 an import brings contacts in where that is asked for, with messages or without', async () => {
    const tag = randomUUID().slice(0, 8)
    const id = await connect([[{ id: `i-${tag}`, name: `Iara ${tag}` }]], { pages: 2 })
    const range = { since: new Date(Date.now() - 30 * 86_400_000).toISOString(), until: new Date().toISOString() }
    await admin.ok('POST', `/whatsapp/${id}/import`, { ...range, messages: false, contacts: true })
    expect(await ended(id)).toMatchObject({ state: 'done', done: 1 })
    expect((await admin.ok<Connection>('GET', `/whatsapp/${id}`)).tasks.map(({ kind }) => kind)).toEqual(['contacts'])
    await admin.ok('POST', `/whatsapp/${id}/import`, { ...range, contacts: true })
    expect(await ended(id, 'import')).toMatchObject({ state: 'done', done: 4 })
    expect(await ended(id)).toMatchObject({ state: 'done', done: 0, skipped: 1 })
    expect(await admin.refused('POST', `/whatsapp/${id}/import`, { ...range, messages: false })).toContain(
      'ERR_VALIDATION',
    )
  })
})
