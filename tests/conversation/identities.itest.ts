import { randomUUID } from 'node:crypto'
import type { Contact, ContactMergePage, Ticket, TicketPage } from '@recado/contracts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookChannel, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let stranger: Person
let second: HookChannel
beforeAll(async () => {
  world = await hookWorld()
  second = await world.connect(world.a)
  admin = await world.signIn(world.a.admin)
  stranger = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

interface From {
  id: string
  name?: string
  phone?: string
  email?: string
  aliases?: string[]
  verified?: boolean
  isSelf?: boolean
}
const said = (from: From, extra: object = {}) => ({
  type: 'message',
  id: randomUUID(),
  chat: from.id,
  from: { name: from.id, ...from },
  text: `de ${from.id}`,
  at: new Date().toISOString(),
  ...extra,
})
const say = async (channel: HookChannel, from: From, extra: object = {}): Promise<void> => {
  expect(await channel.post([said(from, extra)])).toBe(200)
}

/** The contact an id of the fixture channel belongs to, in one company. */
async function contactOf(tenantId: string, value: string, kind = 'hook'): Promise<string | undefined> {
  const [row] = await world.database.owner<
    { contact_id: string }[]
  >`select contact_id from core.contact_identity where tenant_id = ${tenantId} and kind = ${kind} and value = ${value}`
  return row?.contact_id
}
const mine = (value: string, kind = 'hook') => contactOf(world.a.id, value, kind)
const ticketsOf = (contactId: string) =>
  world.database.owner<
    { id: string; chat: string; status: string }[]
  >`select id, chat, status from core.ticket where contact_id = ${contactId} order by created_at`
const unique = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`
let nextSubscriber = 10_000_000
/** A Brazilian mobile number that no other test uses: area 11 and eight digits. */
const subscriber = (): string => `9${String(nextSubscriber++).slice(1)}`

describe('phone numbers', () => {
  it('S5-034 reading 71: with and without the ninth digit are one person, whichever comes first', async () => {
    for (const [first, then] of [
      ['9', ''],
      ['', '9'],
    ] as const) {
      const number = subscriber()
      const [one, other] = [unique('ana'), unique('ana')]
      await say(world.channel, { id: one, phone: `+5511${first}${number}` })
      await say(second, { id: other, phone: `55 11 ${then}${number}` })
      expect(await mine(other)).toBe(await mine(one))
      const contact = await admin.ok<Contact>('GET', `/contacts/${await mine(one)}`)
      expect(contact.number).toBe(`+55119${number}`)
      expect(contact.identities.filter(({ kind }) => kind === 'phone')).toEqual([
        { kind: 'phone', value: `+55119${number}`, verified: true },
      ])
    }
  })

  it('do not change where an answer goes: that is what the provider said', async () => {
    const number = subscriber()
    const chat = `5511${number}`
    await say(world.channel, { id: chat, phone: `+${chat}` })
    const [ticket] = await ticketsOf((await mine(chat))!)
    await admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Recebido' })
    const delivered = await eventually(
      () => world.far.delivered.filter((entry) => entry.chat === chat),
      (list) => list.length > 0,
    )
    expect(delivered).toMatchObject([{ chat, texts: ['Recebido'] }])
  })

  it('that somebody merely typed join nothing', async () => {
    const number = subscriber()
    const [one, other] = [unique('eva'), unique('eva')]
    await say(world.channel, { id: one, phone: `+55119${number}` })
    await say(world.channel, { id: other, phone: `+55119${number}`, verified: false })
    expect(await mine(other)).not.toBe(await mine(one))
  })
})

describe('other ids of the same person', () => {
  it('an id that came with a new one finds the contact, and its conversation goes on under the new address', async () => {
    const [old, next] = [unique('bsuid'), unique('bsuid')]
    await say(world.channel, { id: old })
    await say(world.channel, { id: next, aliases: [old.toUpperCase()] })
    expect(await mine(next)).toBe(await mine(old))
    const tickets = await ticketsOf((await mine(old))!)
    expect(tickets.map(({ chat }) => chat)).toEqual([next])
    await say(world.channel, { id: old })
    expect(await ticketsOf((await mine(old))!)).toEqual([{ ...tickets[0]!, chat: old }])
  })

  it('of our own, on another device, join nothing and name nobody', async () => {
    const [me, chat] = [unique('us'), unique('them')]
    await say(
      world.channel,
      { id: me, isSelf: true, phone: '+5511912345678', aliases: [unique('us')], name: 'Nossa empresa' },
      { chat },
    )
    const contact = await admin.ok<Contact>('GET', `/contacts/${await mine(chat)}`)
    expect(contact).toMatchObject({ name: chat, number: null, identities: [{ kind: 'hook', value: chat }] })
    expect(await mine(me)).toBeUndefined()
  })

  it('a conversation that moved to an id which was somebody already is one person', async () => {
    const [from, to] = [unique('from'), unique('to')]
    await say(world.channel, { id: from })
    await say(world.channel, { id: to })
    await world.channel.post([{ type: 'chatMoved', from, to, at: new Date().toISOString() }])
    expect(await mine(to)).toBe(await mine(from))
  })
})

describe('late resolution', () => {
  it('makes one contact of two when a verified number turns out to be both, and the older one survives', async () => {
    const number = `+55119${subscriber()}`
    const [early, late] = [unique('early'), unique('late')]
    await say(world.channel, { id: early, phone: number })
    await say(second, { id: late, email: `${late}@exemplo.test` })
    const [older, younger] = [(await mine(early))!, (await mine(late))!]
    expect(younger).not.toBe(older)
    const socket = await admin.listen()
    await say(second, { id: late, phone: number })
    expect([await mine(late), await mine(`${late}@exemplo.test`, 'email')]).toEqual([older, older])
    const push = (await socket.next(
      `${world.a.id}:ticketList`,
      (data: { type: string; payload: { contactId: string; channelId: string } }) =>
        data.type === 'ticket:update' &&
        data.payload.contactId === older &&
        data.payload.channelId === second.connectionId,
    )) as { payload: Ticket }
    expect(push.payload.name).toBe(early)
    expect(await admin.ok<Contact>('GET', `/contacts/${younger}`)).toMatchObject({
      id: older,
      name: early,
      number,
      email: `${late}@exemplo.test`,
    })
    const { merges } = await admin.ok<ContactMergePage>('GET', `/contacts/${older}/merges`)
    expect(merges).toEqual([
      expect.objectContaining({
        automatic: true,
        user: null,
        from: { id: younger, name: late },
        into: { id: older, name: early },
      }),
    ])
    const told = await world.database.owner`
      select data
        from (select name, data from bus.outbox union all select name, data from bus.log) e
       where name = 'contact.merged.v1' and data ->> 'from' = ${younger}`
    expect(told).toEqual([{ data: { from: younger, into: older } }])
  })

  it('keeps both open conversations of one connection, each with its own address', async () => {
    const email = `${unique('duo')}@exemplo.test`
    const [one, other] = [unique('duo'), unique('duo')]
    await say(world.channel, { id: one, email })
    await say(world.channel, { id: other })
    await say(world.channel, { id: other, email })
    const contact = (await mine(one))!
    expect((await ticketsOf(contact)).map(({ chat, status }) => [chat, status])).toEqual([
      [one, 'pending'],
      [other, 'pending'],
    ])
    await say(world.channel, { id: one })
    await say(world.channel, { id: other })
    expect((await ticketsOf(contact)).map(({ chat }) => chat)).toEqual([one, other])
    const list = await admin.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${one}`)
    expect(list.tickets.map(({ contactId, name }) => [contactId, name])).toEqual([
      [contact, one],
      [contact, one],
    ])
  })

  it('leaves groups alone, whatever an event claims', async () => {
    const [group, person] = [unique('group'), unique('person')]
    await say(world.channel, { id: person, phone: `+55119${subscriber()}` }, { chat: group, group: 'Condomínio' })
    await say(world.channel, { id: person, aliases: [group] })
    expect(await mine(group)).not.toBe(await mine(person))
    expect(await admin.refused('POST', `/contacts/${await mine(person)}/merge`, { from: await mine(group) })).toBe(
      '422 ERR_CONTACT_MERGE_GROUP',
    )
    expect(await admin.refused('POST', `/contacts/${await mine(group)}/merge`, { from: await mine(person) })).toBe(
      '422 ERR_CONTACT_MERGE_GROUP',
    )
  })

  it('stays within the company: the same person writes to two of them', async () => {
    const [id, number] = [unique('zoe'), `+55119${subscriber()}`]
    await say(world.channel, { id, phone: number })
    await say(world.otherChannel, { id, phone: number })
    const theirs = await contactOf(world.b.id, id)
    expect(theirs).not.toBe(await mine(id))
    expect(await stranger.refused('GET', `/contacts/${await mine(id)}`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(
      (
        await world.database.owner`
          select 1
            from core.contact_identity i
            join core.contact c on c.id = i.contact_id
           where c.tenant_id <> i.tenant_id`
      ).length,
    ).toBe(0)
  })

  it('loses nothing and locks nobody out when everything arrives at once', async () => {
    const run = unique('rush')
    const people = Array.from({ length: 8 }, (_, index) => `${run}-${index}`)
    // A ring: each event ties a person to the next one, in both orders, on both connections at the same moment.
    const posts = people.flatMap((id, index) => {
      const next = people[(index + 1) % people.length]!
      return [world.channel.post([said({ id, aliases: [next] })]), second.post([said({ id: next, aliases: [id] })])]
    })
    expect(new Set(await Promise.all(posts))).toEqual(new Set([200]))
    const contacts = new Set(await Promise.all(people.map((id) => mine(id))))
    expect(contacts.size).toBe(1)
    const [kept] = await world.database.owner<{ messages: number }[]>`
      select count(*)::integer as messages
        from core.message m
        join core.ticket t on t.id = m.ticket_id
       where t.contact_id = ${[...contacts][0]!}`
    expect(kept!.messages).toBe(posts.length)
  })
})

/** Sets of ids that belong together, as the events say: the connected parts of their graph. */
function partsOf(events: readonly string[][]): string[] {
  let parts: Set<string>[] = []
  for (const event of events) {
    const [touching, apart] = [
      parts.filter((part) => event.some((id) => part.has(id))),
      parts.filter((part) => !event.some((id) => part.has(id))),
    ]
    parts = [...apart, new Set([...event, ...touching.flatMap((part) => [...part])])]
  }
  return parts.map((part) => [...part].sort().join(' ')).sort()
}

it('any order and any batching of the same events end in the same people', async () => {
  const letters = ['a', 'b', 'c', 'd', 'e', 'f']
  const event = fc.tuple(
    fc.constantFrom(...letters),
    fc.subarray(letters, { maxLength: 2 }),
    fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined }),
    fc.boolean(),
  )
  const batches = fc
    .array(event, { minLength: 1, maxLength: 8 })
    .chain((events) =>
      fc.tuple(
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: events.length, maxLength: events.length }),
        fc.boolean(),
      ),
    )
  await fc.assert(
    fc.asyncProperty(batches, async ([events, sizes, atOnce]) => {
      const run = randomUUID().slice(0, 8)
      const emailOf = (letter: string): string => `${letter}@${run}.test`
      const sent = events.map(([id, aliases, letter, onSecond]) => ({
        channel: onSecond ? second : world.channel,
        ids: [
          `${run}${id}`,
          ...aliases.map((alias) => `${run}${alias}`),
          ...(letter === undefined ? [] : [emailOf(letter)]),
        ],
        body: said({
          id: `${run}${id}`,
          aliases: aliases.map((alias) => `${run}${alias}`),
          ...(letter !== undefined && { email: emailOf(letter) }),
        }),
      }))
      const posts: (() => Promise<number>)[] = []
      for (let start = 0, index = 0; start < sent.length; index++) {
        const batch = sent.slice(start, start + sizes[index]!)
        posts.push(() => batch[0]!.channel.post(batch.map(({ body }) => body)))
        start += sizes[index]!
      }
      const statuses = atOnce ? await Promise.all(posts.map((post) => post())) : []
      if (!atOnce) for (const post of posts) statuses.push(await post())
      expect(new Set(statuses)).toEqual(new Set([200]))
      const rows = await world.database.owner<{ ids: string[] }[]>`
      select array_agg(value order by value collate "C") as ids
        from core.contact_identity
       where tenant_id = ${world.a.id} and (value like ${`${run}%`} or value like ${`%@${run}.test`})
       group by contact_id`
      expect(rows.map(({ ids }) => ids.join(' ')).sort()).toEqual(partsOf(sent.map(({ ids }) => ids)))
    }),
    { numRuns: 60 },
  )
}, 60_000)
