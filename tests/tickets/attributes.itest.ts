import { randomUUID } from 'node:crypto'
import type {
  AttributeCondition,
  AttributeDefinition,
  Ticket,
  TicketPage,
  TicketView,
  TicketViewCount,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'

let world: HookWorld
let admin: Person
let agent: Person
let stranger: Person
const tickets: Record<string, Ticket> = {}

beforeAll(async () => {
  world = await hookWorld()
  ;[admin, agent, stranger] = await Promise.all([
    world.signIn(world.a.admin),
    world.signIn(world.a.user),
    world.signIn(world.b.admin),
  ])
  for (const who of [admin, stranger]) {
    for (const owner of ['ticket', 'contact']) {
      await who.ok<AttributeDefinition>('POST', '/attributes', {
        owner,
        type: 'choice',
        label: 'Plano',
        options: [{ label: 'Ouro' }, { label: 'Prata' }],
      })
      await who.ok<AttributeDefinition>('POST', '/attributes', { owner, type: 'number', label: 'Vidas' })
    }
  }
  const known = async (name: string, own: object, ofContact: object) => {
    await world.channel.say(name, `Oi de ${name}`)
    const [row] = await world.database.owner<
      { id: string; contact_id: string }[]
    >`select id, contact_id from core.ticket where chat = ${name}`
    await admin.ok('PUT', `/contacts/${row!.contact_id}`, { attributes: ofContact })
    tickets[name] = await admin.ok<Ticket>('PUT', `/tickets/${row!.id}`, { attributes: own })
  }
  await known('ana', { plano: 'ouro', vidas: 3 }, { plano: 'prata' })
  await known('bia', { plano: 'ouro', vidas: 10 }, { plano: 'ouro', vidas: 2 })
  await known('caio', {}, { plano: 'ouro' })
  await known('davi', {}, {})
})
afterAll(() => world.close())

const written = (conditions: readonly AttributeCondition[]) => encodeURIComponent(JSON.stringify(conditions))
const chats = (page: TicketPage) => page.tickets.map(({ name }) => name.replace('Cliente ', ''))
const found = async (
  own: readonly AttributeCondition[],
  ofContact: readonly AttributeCondition[],
  more = '',
  who = agent,
) => {
  const page = await who.ok<TicketPage>(
    'GET',
    `/tickets/?attributes=${written(own)}&contactAttributes=${written(ofContact)}${more}`,
  )
  expect(page.count).toBe(page.tickets.length)
  return chats(page)
}

describe('tickets are filtered', () => {
  it.each<[string, AttributeCondition[], AttributeCondition[], string[]]>([
    ['their own values', [{ key: 'plano', test: 'is', value: 'ouro' }], [], ['bia', 'ana']],
    ['values of their contact', [], [{ key: 'plano', test: 'is', value: 'ouro' }], ['caio', 'bia']],
    [
      'both at once',
      [{ key: 'plano', test: 'is', value: 'ouro' }],
      [{ key: 'plano', test: 'is', value: 'ouro' }],
      ['bia'],
    ],
    ['what is not filled in', [{ key: 'plano', test: 'unset' }], [], ['davi', 'caio']],
    ['what the contact has not', [], [{ key: 'plano', test: 'unset' }], ['davi']],
    [
      'a number and something that is not there',
      [{ key: 'vidas', test: 'from', value: 3 }],
      [{ key: 'vidas', test: 'unset' }],
      ['ana'],
    ],
    ['an attribute that nobody has', [{ key: 'nada', test: 'set' }], [], []],
  ])('by %s', async (_title, own, ofContact, names) => expect(await found(own, ofContact)).toEqual(names))

  it('together with words, closed ones among them, and never beyond the company', async () => {
    const gold: AttributeCondition[] = [{ key: 'plano', test: 'is', value: 'ouro' }]
    expect(await found(gold, [], '&searchParam=bia')).toEqual(['bia'])
    expect(await found([], gold, '&searchParam=ana')).toEqual([])
    expect(await found(gold, [], '', stranger)).toEqual([])
    await admin.ok('PUT', `/tickets/${tickets['ana']!.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${tickets['ana']!.id}`, { status: 'closed' })
    expect(await found(gold, [])).toEqual(['bia'])
    expect(await found(gold, [], '&status=open&status=pending&status=closed')).toEqual(['ana', 'bia'])
    await world.database.owner`
      update core.ticket set status = 'pending', closed_at = null, user_id = null where id = ${tickets['ana']!.id}`
  })

  it('a page at a time', async () => {
    const query = `/tickets/?limit=1&contactAttributes=${written([{ key: 'plano', test: 'set' }])}`
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const page = await agent.ok<TicketPage>('GET', `${query}${cursor}`)
      seen.push(...chats(page))
      if (page.nextCursor === null) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    expect(seen.toSorted()).toEqual(['ana', 'bia', 'caio'])
  })

  it('and what is no condition is refused', async () => {
    for (const bad of ['attributes=x', `contactAttributes=${encodeURIComponent('[{"key":"a b","test":"set"}]')}`])
      expect(await agent.refused('GET', `/tickets/?${bad}`), bad).toBe('422 ERR_VALIDATION')
  })
})

it('saved views keep conditions, and count by them', async () => {
  const view = (filter: object) =>
    agent.ok<TicketView>('POST', '/ticket-views', { name: randomUUID().slice(0, 8), filter })
  const [own, ofContact, all] = [
    await view({ attributes: [{ key: 'plano', test: 'is', value: 'ouro' }] }),
    await view({ contactAttributes: [{ key: 'vidas', test: 'until', value: 2 }] }),
    await view({}),
  ]
  expect(own!.filter).toMatchObject({
    attributes: [{ key: 'plano', test: 'is', value: 'ouro' }],
    contactAttributes: [],
  })
  const counts = await agent.ok<TicketViewCount[]>('GET', '/ticket-views/counts')
  expect([own, ofContact, all].map((one) => counts.find(({ id }) => id === one.id)?.count)).toEqual([2, 1, 4])
})
