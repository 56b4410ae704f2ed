import { randomUUID } from 'node:crypto'
import type { Contact } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../harness/app.ts'
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

const say = (phone: string, id: string = randomUUID()) =>
  world.channel.post([
    {
      type: 'message',
      id: randomUUID(),
      chat: id,
      from: { id, name: id, phone },
      text: 'Oi',
      at: new Date().toISOString(),
    },
  ])
const held = async (): Promise<number> =>
  (
    await world.database.owner<
      { n: number }[]
    >`select count(*)::integer as n from core.contact where tenant_id = ${world.a.id} and merged_into is null`
  )[0]!.n
const limit = (contacts: number | null) =>
  world.database.owner`update core.tenant set max_contacts = ${contacts} where id = ${world.a.id}`

describe('a contact that somebody writes down', () => {
  it('S5-034 has its number in the one form of numbers, and is who writes from there later', async () => {
    const made = await agent.ok<Contact>('POST', '/contacts', {
      name: ' Nádia Prado ',
      number: '55 (11) 8123-4567',
      email: 'Nadia@Exemplo.com.br',
    })
    expect(made).toMatchObject({
      name: 'Nádia Prado',
      number: '+5511981234567',
      email: 'nadia@exemplo.com.br',
      identities: expect.arrayContaining([{ kind: 'phone', value: '+5511981234567', verified: true }]),
    })
    expect(await say('+5511981234567', 'nadia')).toBe(200)
    const [found] = await world.database.owner<{ contact_id: string }[]>`
      select contact_id
        from core.contact_identity
       where tenant_id = ${world.a.id} and kind = 'hook' and value = 'nadia'`
    expect(found!.contact_id).toBe(made.id)
    expect(await stranger.refused('GET', `/contacts/${made.id}`)).toBe('404 ERR_NO_CONTACT_FOUND')
  })

  it('S8-030 is refused when somebody of the company has number or address, and nothing is kept of it', async () => {
    const before = await held()
    for (const body of [
      { name: 'Outra', number: '+5511981234567' },
      { name: 'Outra', email: 'nadia@exemplo.com.br', number: '+5511900000001' },
    ])
      expect(await admin.refused('POST', '/contacts', body)).toBe('409 ERR_DUPLICATED_CONTACT')
    expect(await held()).toBe(before)
    expect(await world.database.owner`select 1 from core.contact_identity where value = '+5511900000001'`).toEqual([])
    expect(await stranger.ok<Contact>('POST', '/contacts', { name: 'Nádia', number: '+5511981234567' })).toMatchObject({
      number: '+5511981234567',
    })
  })

  it('S5-034 needs a name, and a number with country and area code', async () => {
    for (const body of [
      {},
      { name: '  ' },
      { name: 'Ana', number: '123-4567' },
      { name: 'Ana', number: 'zero' },
      { name: 'Ana', email: 'ana' },
      { name: 'Ana', tenantId: world.b.id },
    ])
      expect(await admin.refused('POST', '/contacts', body), JSON.stringify(body)).toBe('422 ERR_VALIDATION')
    expect(await admin.ok<Contact>('POST', '/contacts', { name: 'Sem número' })).toMatchObject({
      number: null,
      email: null,
      identities: [],
    })
  })

  it('of two who write the same one down at once, one does', async () => {
    const answers = await Promise.all(
      [admin, agent, admin].map((person) =>
        person.call('POST', '/contacts', { name: 'Ao mesmo tempo', number: '+5511977776666' }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

describe('the limit of contacts', () => {
  it('S8-012 S8-033 S6-038 is answered with 410 and how many there are and may be; two at once do not pass it', async () => {
    const now = await held()
    await limit(now + 1)
    const answers = await Promise.all(
      ['Um', 'Dois'].map((name) => admin.call<{ error?: string }>('POST', '/contacts', { name })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 410])
    expect(answers.find(({ status }) => status === 410)!.body.error).toBe(
      `ERR_CONTACT_LIMIT_REACHED:${now + 1}:${now + 1}`,
    )
  })

  it('never stands in the way of who writes', async () => {
    const now = await held()
    expect(await say('+5511955554444')).toBe(200)
    expect(await held()).toBe(now + 1)
    expect((await admin.call('POST', '/contacts', { name: 'Três' })).status).toBe(410)
    await limit(null)
    expect((await admin.call('POST', '/contacts', { name: 'Três' })).status).toBe(201)
  })
})
