import { join } from 'node:path'
import type { AttributeDefinition, AuditPage, Contact, ContactRecord, Ticket, TicketLogEntry } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
let person: ContactRecord
let ticket: Ticket
beforeAll(async () => {
  world = await hookWorld({
    pluginFolders: [pluginFolder(hookPlugin, join(import.meta.dirname, 'scorer'), join(import.meta.dirname, 'nosy'))],
  })
  ;[admin, agent, stranger] = await Promise.all([
    world.signIn(world.a.admin),
    world.signIn(world.a.user),
    world.signIn(world.b.admin),
  ])
  for (const who of [admin, stranger])
    await who.ok<AttributeDefinition>('POST', '/attributes', {
      owner: 'contact',
      type: 'choice',
      label: 'Plano',
      options: [{ label: 'Ouro' }, { label: 'Prata' }],
    })
  person = await admin.ok<ContactRecord>('POST', '/contacts', { name: 'Ana Prado', attributes: { plano: 'prata' } })
  await world.channel.say('bia', 'Oi')
  const [row] = await world.database.owner<{ id: string }[]>`select id from core.ticket where chat = 'bia'`
  ticket = await admin.ok<Ticket>('GET', `/tickets/${row!.id}`)
})
afterAll(() => world.close())

const fill = (subject: object, change: object, { who = admin, plugin = 'scorer', own = false } = {}) =>
  who.call<{ error?: string; wrong?: string | null }>('POST', `/p/${plugin}/fill`, { subject, change, own })
const values = async (who = admin) => (await who.ok<Contact>('GET', `/contacts/${person.id}`)).attributes
const brought = async (who = admin) =>
  (await who.ok<AttributeDefinition[]>('GET', '/attributes')).filter(({ plugin }) => plugin !== undefined)

describe('attributes by a plugin', () => {
  it('of the company are written by its definitions, and stand in the trail as the plugin’s', async () => {
    expect(await fill({ contact: person.id }, { plano: 'ouro' })).toMatchObject({ status: 200, body: { wrong: null } })
    expect(await values()).toEqual({ plano: 'ouro' })
    for (const change of [{ plano: 'diamante' }, { nada: 1 }])
      expect(await fill({ contact: person.id }, change)).toMatchObject({
        status: 422,
        body: { error: 'ERR_VALIDATION' },
      })
    const { entries } = await admin.ok<AuditPage>('GET', '/audit?action=attributes.fill')
    expect(entries).toMatchObject([
      { action: 'attributes.fill', subject: person.id, facts: { plugin: 'scorer', keys: ['plano'] } },
    ])
  })

  it('are its own too, made once and called as the company speaks', async () => {
    expect(await brought()).toEqual([])
    await Promise.all([1, 2, 3].map(() => fill({ contact: person.id }, { score: 7 }, { own: true })))
    await fill({ ticket: ticket.id }, { stage: 'won' }, { own: true })
    expect(
      (await brought()).map(({ key, label, plugin, options }) => [
        key,
        label,
        plugin,
        options.map((option) => `${option.id} ${option.label}`),
      ]),
    ).toEqual([
      ['scorer_score', 'Pontuação', 'scorer', []],
      ['scorer_stage', 'Etapa', 'scorer', ['new Nova', 'won Ganha']],
    ])
    expect(await values()).toEqual({ plano: 'ouro', scorer_score: 7 })
    expect((await admin.ok<Ticket>('GET', `/tickets/${ticket.id}`)).attributes).toEqual({ scorer_stage: 'won' })
    expect(
      (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)).find(({ type }) => type === 'attributes')
        ?.note,
    ).toBe('Etapa')
    expect(await fill({ ticket: ticket.id }, { stage: 'lost' }, { own: true })).toMatchObject({ status: 422 })
    expect((await fill({ contact: person.id }, { stage: 'won' }, { own: true })).body.wrong).toBe(
      'scorer declares no attribute stage of a contact',
    )
  })

  it('never reach beyond the company, nor beyond what the user may change', async () => {
    expect(await fill({ contact: person.id }, { plano: 'prata' }, { who: stranger })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_FOUND' },
    })
    expect(await fill({ ticket: ticket.id }, { stage: 'new' }, { who: stranger, own: true })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
    expect(await brought(stranger)).toEqual([])
    await world.database.owner`update core.ticket set queue_id = ${world.a.support} where id = ${ticket.id}`
    expect(await fill({ ticket: ticket.id }, { stage: 'new' }, { who: agent, own: true })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    })
    expect(await values()).toEqual({ plano: 'ouro', scorer_score: 7 })
  })

  it('come with switching the plugin on', async () => {
    const change = (enabled: boolean) => stranger.ok('PUT', '/api/plugins/scorer', { enabled })
    await change(false)
    await change(true)
    expect((await brought(stranger)).map(({ key }) => key)).toEqual(['scorer_score', 'scorer_stage'])
  })
})

it('segments that are shared are read, with who is in them now', async () => {
  const gold = await admin.ok<ContactRecord>('POST', '/contacts', { name: 'Caio Gold', attributes: { plano: 'ouro' } })
  const filter = { attributes: [{ key: 'plano', test: 'is', value: 'ouro' }] }
  await admin.ok('POST', '/contact-segments', { name: 'Ouro', shared: true, filter })
  await admin.ok('POST', '/contact-segments', { name: 'Só meu', filter })
  expect(await admin.ok('GET', '/p/scorer/segments')).toEqual({
    wrong: null,
    segments: [{ name: 'Ouro', contacts: [person.id, gold.id] }],
  })
  const silver = await admin.ok<ContactRecord>('POST', '/contacts', {
    name: 'Lia Silver',
    attributes: { plano: 'prata' },
  })
  expect(await admin.ok('POST', '/p/scorer/holding', { contacts: [silver.id, gold.id, person.id] })).toEqual([
    expect.toSatisfy((held: string[]) => held.toSorted().join() === [gold.id, person.id].toSorted().join()),
  ])
  expect(await stranger.ok('GET', '/p/scorer/segments')).toEqual({ wrong: null, segments: [] })
})

it('a plugin that did not say so writes and reads nothing of it', async () => {
  expect((await fill({ contact: person.id }, { plano: 'prata' }, { plugin: 'nosy' })).body.wrong).toBe(
    'nosy does not declare that it uses attributes.write',
  )
  expect((await fill({ contact: person.id }, { score: 1 }, { plugin: 'nosy', own: true })).body.wrong).toBe(
    'nosy declares no attribute score of a contact',
  )
  expect(await admin.ok('GET', '/p/nosy/segments')).toEqual({
    wrong: 'nosy does not declare that it uses segments.read',
    segments: [],
  })
  expect(await values()).toEqual({ plano: 'ouro', scorer_score: 7 })
})
