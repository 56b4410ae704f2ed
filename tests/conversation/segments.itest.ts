import { randomUUID } from 'node:crypto'
import type {
  AttributeCondition,
  AttributeDefinition,
  ContactPage,
  ContactRecord,
  ContactSegment,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let agent: Person
let colleague: Person
let stranger: Person
const people: Record<string, ContactRecord> = {}
const mark = randomUUID().slice(0, 8)

beforeAll(async () => {
  world = await hookWorld()
  ;[admin, agent, colleague, stranger] = await Promise.all([
    world.signIn(world.a.admin),
    world.signIn(world.a.user),
    world.signIn(world.a.colleague),
    world.signIn(world.b.admin),
  ])
  for (const who of [admin, stranger]) {
    for (const input of [
      { type: 'choice', label: 'Plano', options: [{ label: 'Ouro' }, { label: 'Prata' }] },
      { type: 'number', label: 'Vidas' },
      { type: 'date', label: 'Desde' },
      { type: 'text', label: 'Obs' },
      { type: 'choices', label: 'Temas', options: [{ label: 'A' }, { label: 'B' }] },
    ]) {
      await who.ok<AttributeDefinition>('POST', '/attributes', { owner: 'contact', ...input })
    }
  }
  const write = async (who: Person, name: string, attributes: object, more: object = {}) => {
    people[name] = await who.ok<ContactRecord>('POST', '/contacts', { name: `${mark} ${name}`, attributes, ...more })
  }
  await write(
    admin,
    'Ana',
    { plano: 'ouro', vidas: 3, desde: '2024-03-15', obs: 'Gosta de "café" (forte)', temas: ['a', 'b'] },
    { birthdayDate: '1990-11-02' },
  )
  await write(
    admin,
    'Bia',
    { plano: 'prata', vidas: 10, desde: '2026-01-01', temas: ['b'] },
    { birthdayDate: '1985-03-09' },
  )
  await write(admin, 'Caio', {})
  await write(stranger, 'Deles', { plano: 'ouro', vidas: 3, desde: '2024-03-15', temas: ['a'] })
})
afterAll(() => world.close())

const names = (page: ContactPage): string[] => page.contacts.map(({ name }) => name.replace(`${mark} `, ''))
const having = async (conditions: readonly AttributeCondition[], more = '') =>
  names(
    await agent.ok<ContactPage>(
      'GET',
      `/contacts?searchParam=${mark}&attributes=${encodeURIComponent(JSON.stringify(conditions))}${more}`,
    ),
  )

describe('contacts are filtered', () => {
  it.each<[string, AttributeCondition[], string[]]>([
    ['an option', [{ key: 'plano', test: 'is', value: 'ouro' }], ['Ana']],
    ['one of several options', [{ key: 'temas', test: 'is', value: 'b' }], ['Ana', 'Bia']],
    ['a number from', [{ key: 'vidas', test: 'from', value: 4 }], ['Bia']],
    ['a number until, which counts', [{ key: 'vidas', test: 'until', value: 3 }], ['Ana']],
    ['a day before', [{ key: 'desde', test: 'until', value: '2025-12-31' }], ['Ana']],
    ['words without their case, taken as they are', [{ key: 'obs', test: 'contains', value: 'DE "café" (f' }], ['Ana']],
    ['words that would be a pattern', [{ key: 'obs', test: 'contains', value: '.*' }], []],
    ['a value that is there', [{ key: 'plano', test: 'set' }], ['Ana', 'Bia']],
    ['a value that is not', [{ key: 'plano', test: 'unset' }], ['Caio']],
    [
      'two at once',
      [
        { key: 'plano', test: 'set' },
        { key: 'vidas', test: 'from', value: 4 },
      ],
      ['Bia'],
    ],
    ['an attribute that nobody has', [{ key: 'nada', test: 'set' }], []],
  ])('by %s', async (_title, conditions, found) => expect(await having(conditions)).toEqual(found))

  it('by the month of their birthday and by how long they are known', async () => {
    expect(await having([], '&birthdayMonth=11')).toEqual(['Ana'])
    expect(await having([], '&newForDays=1')).toEqual(['Ana', 'Bia', 'Caio'])
    await world.database
      .owner`update core.contact set created_at = now() - interval '40 days' where id = ${people['Ana']!.id}`
    expect(await having([], '&newForDays=30')).toEqual(['Bia', 'Caio'])
  })

  it('by how long nobody has said anything', async () => {
    const chat = `silent-${randomUUID()}`
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
    const silent = async () =>
      (await agent.ok<ContactPage>('GET', `/contacts?searchParam=${chat}&silentForDays=30`)).contacts.length
    expect(await silent()).toBe(0)
    await world.database.owner`update core.ticket set last_message_at = now() - interval '31 days' where chat = ${chat}`
    expect(await silent()).toBe(1)
    expect(await having([], '&silentForDays=30')).toEqual([])
  })

  it('and what is no filter is refused', async () => {
    for (const bad of [
      'attributes=x',
      `attributes=${encodeURIComponent('[{"key":"plano","test":"is","value":"a\\u0000"}]')}`,
      `attributes=${encodeURIComponent('[{"key":"a b","test":"set"}]')}`,
      'birthdayMonth=13',
      'newForDays=0',
    ])
      expect(await agent.refused('GET', `/contacts?${bad}`), bad).toBe('422 ERR_VALIDATION')
  })
})

describe('segments', () => {
  const save = (who: Person, more: object = {}) =>
    who.ok<ContactSegment>('POST', '/contact-segments', {
      name: 'Clientes ouro',
      filter: { searchParam: mark, attributes: [{ key: 'plano', test: 'is', value: 'ouro' }] },
      ...more,
    })
  const listed = async (who: Person) => (await who.ok<ContactSegment[]>('GET', '/contact-segments')).map(({ id }) => id)

  it('are one’s own, or everybody’s of the company', async () => {
    const [own, shared] = [await save(agent), await save(admin, { shared: true })]
    expect(await listed(agent)).toEqual([shared.id, own.id])
    expect(await listed(colleague)).toEqual([shared.id])
    expect(await listed(stranger)).toEqual([])
    expect(await colleague.refused('PUT', `/contact-segments/${own.id}`, { name: 'x', filter: {} })).toBe(
      '404 ERR_NO_SEGMENT_FOUND',
    )
    expect(await colleague.refused('DELETE', `/contact-segments/${shared.id}`)).toBe('403 ERR_NO_PERMISSION')
    expect(await agent.refused('POST', '/contact-segments', { name: 'x', shared: true, filter: {} })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    for (const id of [own.id, shared.id])
      expect(await stranger.refused('GET', `/contact-segments/${id}/count`)).toBe('404 ERR_NO_SEGMENT_FOUND')
    const renamed = await admin.ok<ContactSegment>('PUT', `/contact-segments/${shared.id}`, {
      name: 'Ouro',
      shared: true,
      filter: { birthdayMonth: 3 },
    })
    expect(renamed).toMatchObject({ id: shared.id, name: 'Ouro', filter: { birthdayMonth: 3, searchParam: '' } })
    await agent.ok('DELETE', `/contact-segments/${own.id}`)
    await admin.ok('DELETE', `/contact-segments/${shared.id}`)
    expect(await listed(admin)).toEqual([])
    const trail = await world.database.owner<
      { action: string }[]
    >`select action from core.audit_log where subject = ${shared.id} order by at`
    expect(trail.map(({ action }) => action)).toEqual(['segments.create', 'segments.update', 'segments.delete'])
  })

  it('is the own one of whoever shares it no more, and finds room or stays as it is', async () => {
    const supervisor = await world.signIn(world.a.supervisor)
    const shared = await save(admin, { shared: true })
    const body = { name: 'Só meu', filter: {} }
    expect(await supervisor.ok<ContactSegment>('PUT', `/contact-segments/${shared.id}`, body)).toMatchObject({
      name: 'Só meu',
      shared: false,
      userId: world.a.supervisor.id,
    })
    expect([await listed(supervisor), await listed(admin)]).toEqual([[shared.id], []])
    await world.database.owner`
      insert into core.contact_segment (id, tenant_id, user_id, is_shared, name, filter)
      select gen_random_uuid(), ${world.a.id}, ${world.a.admin.id}, true, 'Cheio', '{}'
        from generate_series(1, 50)`
    expect(await supervisor.refused('PUT', `/contact-segments/${shared.id}`, { ...body, shared: true })).toBe(
      '409 ERR_SEGMENT_LIMIT',
    )
    expect(
      await supervisor.ok<ContactSegment>('PUT', `/contact-segments/${shared.id}`, { ...body, name: 'Ainda meu' }),
    ).toMatchObject({ name: 'Ainda meu', shared: false })
    await world.database.owner`delete from core.contact_segment where tenant_id = ${world.a.id}`
  })

  it('count who fits now, in their company alone', async () => {
    const segment = await save(admin, { shared: true })
    const count = (who: Person) => who.ok<{ count: number }>('GET', `/contact-segments/${segment.id}/count`)
    expect(await count(agent)).toEqual({ count: 1, capped: false })
    await admin.ok('PUT', `/contacts/${people['Bia']!.id}`, { attributes: { plano: 'ouro' } })
    expect(await count(agent)).toEqual({ count: 2, capped: false })
  })

  it('find for who sees data masked only what the list finds for them', async () => {
    await admin.ok('PUT', `/contacts/${people['Ana']!.id}`, { number: '+5511944443333' })
    const segment = await save(admin, { shared: true, filter: { searchParam: '4444333' } })
    const count = async (who: Person) =>
      (await who.ok<{ count: number }>('GET', `/contact-segments/${segment.id}/count`)).count
    expect(await count(agent)).toBe(1)
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
    expect([await count(agent), await count(admin)]).toEqual([0, 1])
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'disabled' })
  })
})
