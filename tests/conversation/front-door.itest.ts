import { randomUUID } from 'node:crypto'
import type { Ticket, TicketPage } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let other: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  other = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

const message = (id: string, chat: string, text = 'Oi') => ({
  type: 'message',
  id,
  chat,
  from: { id: chat, name: `Cliente ${chat}` },
  text,
  at: new Date().toISOString(),
})
const stored = async () => Number((await world.database.owner`select count(*) as n from core.message`)[0]!['n'])

describe('the webhook front door', () => {
  it('refuses alike whatever is wrong, and stores nothing', async () => {
    const before = await stored()
    const body = JSON.stringify({ events: [message('x', 'x')] })
    expect(await world.channel.post([message('x', 'x')], { secret: 'another signing secret' })).toBe(401)
    expect(await world.channel.post([], { body, headers: { 'x-hook-signature': '' } })).toBe(401)
    const [wrongSecret, wrongPlugin, unknown] = [
      world.channel.url.replace(/[^/]+$/, 'wrong'),
      world.channel.url.replace('/hooks/hook/', '/hooks/other/'),
      world.channel.url.replace(world.channel.connectionId, randomUUID()),
    ]
    for (const url of [wrongSecret, wrongPlugin, unknown]) {
      const response = await fetch(url, { method: 'POST', body })
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([404, 'ERR_NOT_FOUND'])
    }
    expect(await stored()).toBe(before)
  })

  it('T-WH: ten copies of a webhook at once are stored once', async () => {
    const id = randomUUID()
    expect(await Promise.all(Array.from({ length: 10 }, () => world.channel.post([message(id, 'copies')])))).toEqual(
      Array(10).fill(200),
    )
    const [row] = await world.database.owner`select count(*)::integer as n from core.message where external_id = ${id}`
    expect(row!['n']).toBe(1)
  })

  it('two first messages of a stranger at once make one contact and one ticket', async () => {
    const who = randomUUID()
    await Promise.all(Array.from({ length: 8 }, (_, index) => world.channel.post([message(`${who}-${index}`, who)])))
    const page: TicketPage = await admin.ok('GET', `/tickets/?status[]=pending&searchParam=${who}`)
    expect(page.tickets).toHaveLength(1)
    expect(page.tickets[0]!.unreadMessages).toBe(8)
  })

  it('P1: a message that arrives while its ticket is being closed or deleted is seen all the same', async () => {
    const { owner } = world.database
    const blocked = () =>
      owner`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const live = async (who: string) =>
      (await admin.ok<TicketPage>('GET', `/tickets/?status[]=open&status[]=pending&searchParam=${who}`)).tickets
    for (const end of ['close', 'delete'] as const) {
      const who = randomUUID()
      await world.channel.say(who, 'first')
      const [ticket] = (await live(who)) as [Ticket]
      let said: Promise<number> | undefined
      await owner.begin(async (tx) => {
        if (end === 'close')
          await tx`update core.ticket set status = 'closed', closed_at = now() where id = ${ticket.id}`
        else await tx`delete from core.ticket where id = ${ticket.id}`
        said = world.channel.say(who, 'second')
        await eventually(blocked, (rows) => rows.length > 0)
      })
      expect(await said).toBe(200)
      const [shown] = await live(who)
      expect([end, shown?.status, shown?.lastMessage]).toEqual([end, 'pending', 'second'])
    }
  })

  it('the same ids through another company’s connection are that company’s own', async () => {
    const id = randomUUID()
    await world.channel.post([message(id, 'same-person')])
    await world.otherChannel.post([message(id, 'same-person')])
    const seen = async (who: Person) =>
      (await who.ok<TicketPage>('GET', '/tickets/?status[]=pending&searchParam=same-person')).tickets
    const [mine, theirs] = [await seen(admin), await seen(other)]
    expect([mine.length, theirs.length]).toEqual([1, 1])
    expect(mine[0]!.id).not.toBe(theirs[0]!.id)
    expect(mine[0]!.contactId).not.toBe(theirs[0]!.contactId)
  })

  it('keeps hostile text as text: NUL, lone surrogates, direction marks, combining marks, markup', async () => {
    const texts = [
      'a\u0000b',
      '\ud800 half',
      '\u202Egnp.exe',
      'e\u0301'.repeat(500),
      '<img src=x onerror=alert(1)>',
      "'; drop table core.message; --",
      '{{constructor}}',
    ]
    for (const text of texts) expect(await world.channel.say('hostile', text)).toBe(200)
    const [ticket] = (await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&searchParam=hostile')).tickets
    const bodies = (await admin.ok<{ messages: { body: string }[] }>('GET', `/messages/${ticket!.id}`)).messages.map(
      (entry) => entry.body,
    )
    expect(bodies).toEqual(texts.map((text) => text.toWellFormed().replaceAll('\u0000', '\uFFFD')))
  })

  it('survives any bytes under a good signature: never 5xx, and the next message is stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.constant('{"events":[{}]}')), async (body) => {
        expect(await world.channel.post([], { body })).toBeLessThan(500)
      }),
      { numRuns: 60 },
    )
    expect(await world.channel.say('after', 'still here')).toBe(200)
  })

  it('refuses a body larger than any provider’s batch', async () => {
    expect(await world.channel.post([], { body: JSON.stringify({ events: [], pad: 'x'.repeat(5_300_000) }) })).toBe(413)
  })
})
