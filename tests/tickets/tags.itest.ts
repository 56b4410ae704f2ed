import { randomUUID } from 'node:crypto'
import type { Tag, Ticket, TicketBulkResult, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'

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

const makeTag = (who: Person) =>
  who.ok<Tag>('POST', '/tags', { tag: `Etiqueta ${randomUUID().slice(0, 8)}`, color: '#0f766e' })
async function talk(): Promise<string> {
  const chat = randomUUID()
  await world.channel.post([
    {
      type: 'message',
      id: randomUUID(),
      chat,
      from: { id: chat, name: 'Beatriz' },
      text: 'Oi',
      at: new Date().toISOString(),
    },
  ])
  const [row] = await world.database.owner<{ id: string }[]>`select id from core.ticket where chat = ${chat}`
  return row!.id
}
const tagsOf = ({ tags }: Pick<Ticket, 'tags'>) => tags.map(({ id }) => id).toSorted()

it('S1-017 a ticket has tags of its own, which lists carry and which do not move it', async () => {
  const [id, one, other] = [await talk(), await makeTag(admin), await makeTag(admin)]
  const before = await agent.ok<Ticket>('GET', `/tickets/${id}`)
  expect(before.tags).toEqual([])
  const tagged = await agent.ok<Ticket>('PUT', `/tickets/${id}`, { tagIds: [one.id, other.id, one.id] })
  expect(tagsOf(tagged)).toEqual([one.id, other.id].toSorted())
  expect(tagged.updatedAt).toBe(before.updatedAt)
  const { tickets } = await agent.ok<TicketPage>('GET', '/tickets?status=pending')
  expect(tagsOf(tickets.find((row) => row.id === id)!)).toEqual(tagsOf(tagged))
  expect(tagsOf(await agent.ok<Ticket>('PUT', `/tickets/${id}`, { tagIds: [other.id] }))).toEqual([other.id])
  expect(tagsOf(await agent.ok<Ticket>('PUT', `/tickets/${id}`, { status: 'open' }))).toEqual([other.id])
  expect((await agent.ok<Ticket>('PUT', `/tickets/${id}`, { tagIds: [] })).tags).toEqual([])
})

it('S1-017 of two who change the tags at the same moment neither undoes the other’s', async () => {
  const [id, gone, one, other] = [await talk(), await makeTag(admin), await makeTag(admin), await makeTag(admin)]
  await agent.ok('PUT', `/tickets/${id}`, { tagIds: [gone.id] })
  await Promise.all([
    agent.ok('PUT', `/tickets/${id}`, { retag: { add: [one.id], remove: [gone.id] } }),
    admin.ok('POST', '/tickets/bulk', { changes: [{ id, retag: { add: [other.id] } }] }),
  ])
  expect(tagsOf(await agent.ok<Ticket>('GET', `/tickets/${id}`))).toEqual([one.id, other.id].toSorted())
  await admin.ok('POST', '/tickets/bulk', { changes: [{ id, retag: { remove: [other.id] } }] })
  expect(
    tagsOf(await agent.ok<Ticket>('GET', `/tickets/${id}`)),
    'an undo takes away what was given, and nothing else',
  ).toEqual([one.id])
})

it('S1-017 several tickets are tagged at once', async () => {
  const [ids, tag] = [[await talk(), await talk()], await makeTag(admin)]
  const results = await agent.ok<TicketBulkResult[]>('POST', '/tickets/bulk', {
    changes: ids.map((id) => ({ id, tagIds: [tag.id] })),
  })
  expect(results).toHaveLength(2)
  for (const id of ids) expect(tagsOf(await agent.ok<Ticket>('GET', `/tickets/${id}`))).toEqual([tag.id])
})

it('S1-017 a tag is added and taken away beside those that colleagues set in the same moment', async () => {
  const [id, own, other, third] = [await talk(), await makeTag(admin), await makeTag(admin), await makeTag(admin)]
  await Promise.all([
    agent.ok('PUT', `/tickets/${id}`, { retag: { add: [own.id, third.id] } }),
    admin.ok('PUT', `/tickets/${id}`, { retag: { add: [other.id] } }),
  ])
  expect(
    tagsOf(await agent.ok<Ticket>('PUT', `/tickets/${id}`, { retag: { add: [own.id], remove: [third.id] } })),
  ).toEqual([own.id, other.id].toSorted())
  expect(await agent.refused('PUT', `/tickets/${id}`, { retag: { add: [(await makeTag(stranger)).id] } })).toBe(
    '404 ERR_NO_TAG_FOUND',
  )
})

it('S1-017 S8-059 takes no tag of another company, and none that is not there; what it had stays', async () => {
  const [id, own, foreign] = [await talk(), await makeTag(admin), await makeTag(stranger)]
  await agent.ok('PUT', `/tickets/${id}`, { tagIds: [own.id] })
  for (const wrong of [foreign.id, randomUUID()])
    expect(await agent.refused('PUT', `/tickets/${id}`, { tagIds: [wrong] })).toBe('404 ERR_NO_TAG_FOUND')
  expect(tagsOf(await agent.ok<Ticket>('GET', `/tickets/${id}`))).toEqual([own.id])
  expect(await stranger.refused('PUT', `/tickets/${id}`, { tagIds: [foreign.id] })).toBe('404 ERR_NO_TICKET_FOUND')
})
