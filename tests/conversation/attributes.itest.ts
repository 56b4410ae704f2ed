import { randomUUID } from 'node:crypto'
import type {
  AttributeDefinition,
  Contact,
  ContactMerge,
  ContactRecord,
  Ticket,
  TicketBatch,
  TicketBulkResult,
  TicketLogEntry,
} from '@recado/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())
/** Each test has the attributes that it defines. */
afterEach(async () => {
  await world.database.owner`update core.contact set attributes = '{}' where attributes <> '{}'`
  await world.database.owner`update core.ticket set attributes = '{}' where attributes <> '{}'`
  await world.database.owner`delete from core.attribute_definition`
})

const unique = (word: string): string => `${word}-${randomUUID().slice(0, 8)}`
const define = (more: object, who = admin) =>
  who.ok<AttributeDefinition>('POST', '/attributes', { owner: 'contact', type: 'text', label: 'Plano', ...more })
const redefine = (
  { id, label, description, options, requiredToResolve, isArchived }: AttributeDefinition,
  change: object,
) =>
  admin.ok<AttributeDefinition>('PUT', `/attributes/${id}`, {
    label,
    description,
    requiredToResolve,
    isArchived,
    options: options.filter((option) => !option.isFormer).map((option) => ({ id: option.id, label: option.label })),
    ...change,
  })
const person = (attributes: object = {}) =>
  admin.ok<ContactRecord>('POST', '/contacts', { name: unique('Contato'), attributes })
const read = (id: string) => agent.ok<Contact>('GET', `/contacts/${id}`)
async function talk(): Promise<Ticket> {
  const chat = unique('chat')
  await world.channel.post([
    {
      type: 'message',
      id: randomUUID(),
      chat,
      from: { id: chat, name: chat },
      text: 'Oi',
      at: new Date().toISOString(),
    },
  ])
  const [row] = await world.database.owner<{ id: string }[]>`select id from core.ticket where chat = ${chat}`
  return admin.ok<Ticket>('PUT', `/tickets/${row!.id}`, { status: 'open' })
}
const resolve = (id: string, more: object = {}) =>
  admin.call<{ error?: string; detail?: string; issues?: { path: string }[] } & Ticket>('PUT', `/tickets/${id}`, {
    status: 'closed',
    ...more,
  })

describe('definitions', () => {
  it('are made, changed, ordered and read by everybody', async () => {
    const plan = await define({
      type: 'choice',
      options: [{ label: 'Ouro' }, { label: 'Prata' }],
      description: 'O que contratou',
    })
    expect(plan).toMatchObject({
      key: 'plano',
      options: [
        { id: 'ouro', label: 'Ouro' },
        { id: 'prata', label: 'Prata' },
      ],
    })
    const since = await define({ type: 'date', label: 'Cliente desde' })
    expect((await define({ label: 'plano' })).key).toBe('plano_2')
    await admin.ok('PUT', '/attributes/order', { owner: 'contact', ids: [since.id] })
    expect((await agent.ok<AttributeDefinition[]>('GET', '/attributes?owner=contact')).map(({ key }) => key)).toEqual([
      'cliente_desde',
      'plano',
      'plano_2',
    ])
    expect(await agent.ok<AttributeDefinition[]>('GET', '/attributes?owner=ticket')).toEqual([])
    expect(await agent.refused('POST', '/attributes', { owner: 'contact', type: 'text', label: 'x' })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(
      await admin.refused('POST', '/attributes', { owner: 'contact', type: 'text', label: 'x', key: 'plano' }),
    ).toBe('409 ERR_ATTRIBUTE_KEY_EXISTS')
    expect(
      await admin.refused('POST', '/attributes', {
        owner: 'contact',
        type: 'text',
        label: 'x',
        requiredToResolve: true,
      }),
    ).toBe('422 ERR_VALIDATION')
    expect(await admin.refused('POST', '/attributes', { owner: 'contact', type: 'choice', label: 'x' })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('belong to one company', async () => {
    const ours = await define({})
    const theirs = await define({}, stranger)
    expect((await stranger.ok<AttributeDefinition[]>('GET', '/attributes')).map(({ id }) => id)).toEqual([theirs.id])
    expect(await stranger.refused('PUT', `/attributes/${ours.id}`, { label: 'Meu' })).toBe('404 ERR_NO_ATTRIBUTE_FOUND')
    expect(await stranger.refused('DELETE', `/attributes/${ours.id}`)).toBe('404 ERR_NO_ATTRIBUTE_FOUND')
    expect(await stranger.refused('GET', `/attributes/${ours.id}/usage`)).toBe('404 ERR_NO_ATTRIBUTE_FOUND')
  })

  it('are fifty at most', async () => {
    for (let number = 0; number < 50; number++) await define({ label: `Campo ${number}` })
    expect(await admin.refused('POST', '/attributes', { owner: 'contact', type: 'text', label: 'mais um' })).toBe(
      '409 ERR_ATTRIBUTE_LIMIT',
    )
    await define({ owner: 'ticket' })
  })

  it('cannot be deleted while somebody has a value, and can be archived, which keeps the value', async () => {
    const plan = await define({})
    const made = await person({ plano: 'Ouro' })
    expect(await admin.ok('GET', `/attributes/${plan.id}/usage`)).toEqual({ count: 1 })
    expect(await admin.call('DELETE', `/attributes/${plan.id}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_ATTRIBUTE_IN_USE', limit: 1 },
    })
    await redefine(plan, { isArchived: true })
    expect(await agent.refused('PUT', `/contacts/${made.id}`, { attributes: { plano: 'Prata' } })).toBe(
      '422 ERR_VALIDATION',
    )
    expect((await read(made.id)).attributes).toEqual({ plano: 'Ouro' })
    await agent.ok('PUT', `/contacts/${made.id}`, { attributes: { plano: null } })
    await admin.ok('DELETE', `/attributes/${plan.id}`)
    expect(await admin.refused('DELETE', `/attributes/${plan.id}`)).toBe('404 ERR_NO_ATTRIBUTE_FOUND')
  })

  it('of tickets count tickets', async () => {
    const reason = await define({ owner: 'ticket', label: 'Motivo' })
    const ticket = await talk()
    await admin.ok('PUT', `/tickets/${ticket.id}`, { attributes: { motivo: 'Preço' } })
    expect(await admin.ok('GET', `/attributes/${reason.id}/usage`)).toEqual({ count: 1 })
    expect(await admin.refused('DELETE', `/attributes/${reason.id}`)).toBe('409 ERR_ATTRIBUTE_IN_USE')
  })

  it('rename options without touching values, and keep what was chosen of one that is gone', async () => {
    const plan = await define({ type: 'choice', options: [{ label: 'Ouro' }, { label: 'Prata' }] })
    const made = await person({ plano: 'ouro' })
    const after = await redefine(plan, { options: [{ id: 'prata', label: 'Prateado' }] })
    expect(after.options).toEqual([
      { id: 'prata', label: 'Prateado', isFormer: false },
      { id: 'ouro', label: 'Ouro', isFormer: true },
    ])
    expect((await read(made.id)).attributes).toEqual({ plano: 'ouro' })
    expect(await admin.refused('POST', '/contacts', { name: 'x', attributes: { plano: 'ouro' } })).toBe(
      '422 ERR_VALIDATION',
    )
  })
})

describe('values of contacts', () => {
  it('are validated by type, kept one by one, and stand in the trail by name', async () => {
    await define({ type: 'number', label: 'Vidas' })
    await define({ type: 'link', label: 'Página' })
    const made = await person({ vidas: 3 })
    expect(made.attributes).toEqual({ vidas: 3 })
    expect(
      (await agent.ok<Contact>('PUT', `/contacts/${made.id}`, { attributes: { pagina: 'recado.test' } })).attributes,
    ).toEqual({ vidas: 3, pagina: 'https://recado.test' })
    const refused = await agent.call<{ issues: { path: string }[] }>('PUT', `/contacts/${made.id}`, {
      name: 'Outro',
      attributes: { vidas: 'três', nada: 1 },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.issues.map(({ path }) => path)).toEqual(['body.attributes.vidas', 'body.attributes.nada'])
    expect(await read(made.id)).toMatchObject({ name: made.name, attributes: { vidas: 3 } })
    const [entry] = await world.database.owner<{ facts: object }[]>`
      select facts
        from core.audit_log
       where subject = ${made.id} and action = 'contacts.update'
       order by at desc limit 1`
    expect(entry!.facts).toEqual({ fields: ['attributes.pagina'] })
  })

  it('of one company mean nothing in another', async () => {
    await define({})
    expect(await stranger.refused('POST', '/contacts', { name: 'x', attributes: { plano: 'x' } })).toBe(
      '422 ERR_VALIDATION',
    )
  })

  it('go to the survivor of a merge where it has none, and come back when it is undone', async () => {
    await define({})
    await define({ label: 'Cidade' })
    const [stays, goes] = [await person({ plano: 'Ouro' }), await person({ plano: 'Prata', cidade: 'Recife' })]
    const merge = await admin.ok<ContactMerge>('POST', `/contacts/${stays.id}/merge`, { from: goes.id })
    expect((await read(stays.id)).attributes).toEqual({ plano: 'Ouro', cidade: 'Recife' })
    await agent.ok('PUT', `/contacts/${stays.id}`, { attributes: { plano: 'Bronze' } })
    await admin.ok('POST', `/contacts/merges/${merge.id}/undo`)
    expect((await read(stays.id)).attributes).toEqual({ plano: 'Bronze' })
    expect((await read(goes.id)).attributes).toEqual({ plano: 'Prata', cidade: 'Recife' })
  })
})

describe('values of tickets', () => {
  it('are set and stand in the log under their labels', async () => {
    await define({ owner: 'ticket', label: 'Motivo do contato' })
    const ticket = await talk()
    expect(
      (await agent.ok<Ticket>('PUT', `/tickets/${ticket.id}`, { attributes: { motivo_do_contato: 'Preço' } }))
        .attributes,
    ).toEqual({ motivo_do_contato: 'Preço' })
    await agent.ok('PUT', `/tickets/${ticket.id}`, { attributes: { motivo_do_contato: 'Preço' } })
    const logs = (await agent.ok<TicketLogEntry[]>('GET', `/tickets/${ticket.id}/logs`)).filter(
      ({ type }) => type === 'attributes',
    )
    expect(logs).toMatchObject([{ note: 'Motivo do contato', user: { id: world.a.user.id } }])
    expect(await stranger.refused('PUT', `/tickets/${ticket.id}`, { attributes: { motivo_do_contato: 'x' } })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
  })

  it('that are required are asked for before a ticket is resolved, and can be given with the resolving', async () => {
    await define({ owner: 'ticket', label: 'Motivo', requiredToResolve: true })
    const ticket = await talk()
    const refused = await resolve(ticket.id)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      error: 'ERR_TICKET_ATTRIBUTES_REQUIRED',
      detail: 'Motivo',
      issues: [{ path: 'body.attributes.motivo' }],
    })
    expect((await admin.ok<Ticket>('GET', `/tickets/${ticket.id}`)).status).toBe('open')
    const done = await resolve(ticket.id, { attributes: { motivo: 'Preço' } })
    expect(done.body).toMatchObject({ status: 'closed', attributes: { motivo: 'Preço' } })
  })

  it('that are required and archived are not asked for', async () => {
    const reason = await define({ owner: 'ticket', label: 'Motivo', requiredToResolve: true })
    await redefine(reason, { isArchived: true })
    expect((await resolve((await talk()).id)).status).toBe(200)
  })

  it('that are required hold each of several tickets back, one by one and in a batch', async () => {
    await define({ owner: 'ticket', label: 'Motivo', requiredToResolve: true })
    const [ready, lacking] = [await talk(), await talk()]
    await admin.ok('PUT', `/tickets/${ready.id}`, { attributes: { motivo: 'x' } })
    const results = await admin.ok<TicketBulkResult[]>('POST', '/tickets/bulk', {
      changes: [ready, lacking].map(({ id }) => ({ id, status: 'closed' })),
    })
    expect(results.map(({ error }) => error)).toEqual([null, 'ERR_TICKET_ATTRIBUTES_REQUIRED'])
    const { id } = await admin.ok<TicketBatch>('POST', '/ticket-batches', {
      kind: 'resolve',
      filter: { status: ['open'] },
    })
    const batch = await eventually(
      async () => (await admin.ok<TicketBatch[]>('GET', '/ticket-batches')).find((one) => one.id === id)!,
      ({ state }) => state === 'done',
    )
    expect(batch.problems['ERR_TICKET_ATTRIBUTES_REQUIRED']).toBeGreaterThanOrEqual(1)
    expect((await admin.ok<Ticket>('GET', `/tickets/${lacking.id}`)).status).toBe('open')
  })
})
