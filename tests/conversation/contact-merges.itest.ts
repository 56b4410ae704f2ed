import { randomUUID } from 'node:crypto'
import {
  contactDetails,
  type Contact,
  type ContactDetailDescription,
  type ContactMerge,
  type ContactMergePage,
  type ContactPage,
  type ContactSummary,
  type MessagePage,
  type Ticket,
  type TicketPage,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

let world: HookWorld
let admin: Person
let supervisor: Person
let agent: Person
let stranger: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  supervisor = await world.signIn(world.a.supervisor)
  agent = await world.signIn(world.a.user)
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
}
async function say(from: From, text = `de ${from.id}`): Promise<void> {
  expect(
    await world.channel.post([
      {
        type: 'message',
        id: randomUUID(),
        chat: from.id,
        from: { name: from.id, ...from },
        text,
        at: new Date().toISOString(),
      },
    ]),
  ).toBe(200)
}
const unique = (name: string): string => `${name}-${randomUUID().slice(0, 8)}`
async function idOf(value: string, tenantId: string = world.a.id): Promise<string> {
  const [row] = await world.database.owner<
    { contact_id: string }[]
  >`select contact_id from core.contact_identity where tenant_id = ${tenantId} and kind = 'hook' and value = ${value}`
  return row!.contact_id
}
/** A new contact; answers its id at the provider and in the company. */
async function newContact(name: string, rest: Omit<From, 'id'> = {}): Promise<{ value: string; id: string }> {
  const value = unique(name)
  await say({ id: value, ...rest })
  return { value, id: await idOf(value) }
}
const read = (id: string, who = admin) => who.ok<Contact>('GET', `/contacts/${id}`)
const merge = (into: string, from: string, who = admin) =>
  who.ok<ContactMerge>('POST', `/contacts/${into}/merge`, { from })
const undo = (mergeId: string, who = admin) => who.ok<ContactMerge>('POST', `/contacts/merges/${mergeId}/undo`)
const mergesOf = (id: string) => admin.ok<ContactMergePage>('GET', `/contacts/${id}/merges`)
const ticketsOf = async (contactId: string) =>
  (
    await world.database.owner<{ chat: string; messages: string[] }[]>`
  select t.chat, (select array_agg(m.body order by m.position) from core.message m where m.ticket_id = t.id) as messages
    from core.ticket t
   where t.contact_id = ${contactId}
   order by t.created_at`
  ).map((row) => ({ ...row }))
const bare = ({ createdAt: _createdAt, ...contact }: Contact) => contact

describe('who was merged', () => {
  const found = async (searchParam: string, who = admin) =>
    (await who.ok<ContactPage>('GET', `/contacts?searchParam=${encodeURIComponent(searchParam)}`)).contacts.map(
      ({ id }) => id,
    )
  const foundTickets = async (searchParam: string) => {
    const query = `showAll=true&status[]=open&status[]=pending&status[]=closed&searchParam=${encodeURIComponent(searchParam)}`
    return (await admin.ok<TicketPage>('GET', `/tickets?${query}`)).tickets.map(({ contactId }) => contactId)
  }

  it('is found by the former number, whole or in part, in lists of contacts and of tickets, until it is undone', async () => {
    const into = await newContact('fica', { name: 'Quem Fica', phone: '+5511977001122' })
    const from = await newContact('vai', { name: 'Quem Vai', phone: '+5511966003344', email: 'vai@exemplo.test' })
    const other = await newContact('outra', { name: 'Outra Pessoa', phone: '+5511955005566' })
    const done = await merge(into.id, from.id)
    for (const text of ['+55 11 96600-3344', '11966003344', '6600-3344', 'vai@exemplo.test'])
      expect([text, await found(text)]).toEqual([text, [into.id]])
    expect(await found('+5511977001122')).toEqual([into.id])
    expect(await found('96600')).not.toContain(other.id)
    expect(new Set(await foundTickets('11966003344'))).toEqual(new Set([into.id]))
    // A name that nobody has any more finds nobody.
    expect(await found('Quem Vai')).toEqual([])
    expect(await found('11966003344', stranger)).toEqual([])

    // Who sees numbers masked finds by the whole of it alone, as by any other.
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
    const agentFound = (text: string) => found(text, agent)
    expect([await agentFound('+5511966003344'), await agentFound('6600-3344')]).toEqual([[into.id], []])
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'disabled' })

    await undo(done.id)
    expect(await found('11966003344')).toEqual([from.id])
  })
})

describe('a merge by hand', () => {
  it('moves identities, tickets, tags and what was missing to the contact that stays', async () => {
    const [stays, goes] = [
      await newContact('stays', { name: 'Maria Souza', email: `${unique('m')}@a.test` }),
      await newContact('goes', { name: 'Mary', phone: '+5511955550001', email: `${unique('y')}@a.test` }),
    ]
    const [common, other] = [
      await admin.ok<{ id: string }>('POST', '/tags', { tag: unique('vip'), color: '#111111', isActive: true }),
      await admin.ok<{ id: string }>('POST', '/tags', { tag: unique('novo'), color: '#222222', isActive: true }),
    ]
    const tagged = [
      [stays.id, common.id],
      [goes.id, common.id],
      [goes.id, other.id],
    ]
    for (const [contact, tag] of tagged)
      await world.database.owner`
        insert into core.contact_tag (tenant_id, contact_id, tag_id) values (${world.a.id}, ${contact!}, ${tag!})`
    await world.database.owner`
      update core.contact set extra_info = ${world.database.owner.json([{ description: 'CPF', info: '1' }])}
       where id = ${stays.id}`
    await world.database.owner`update core.contact set extra_info = ${world.database.owner.json([
      { description: 'CPF', info: '2' },
      { description: 'Cidade', info: 'Recife' },
    ])} where id = ${goes.id}`
    const [before, beforeOther] = [await read(stays.id), await read(goes.id)]

    const done = await merge(stays.id, goes.id)
    expect(done).toMatchObject({
      from: { id: goes.id, name: 'Mary' },
      into: { id: stays.id, name: 'Maria Souza' },
      automatic: false,
      user: { id: world.a.admin.id },
      undoneAt: null,
    })
    const merged = await read(stays.id)
    expect(merged).toMatchObject({
      name: 'Maria Souza',
      number: '+5511955550001',
      email: before.email,
      extraInfo: [
        { description: 'CPF', info: '1' },
        { description: 'Cidade', info: 'Recife' },
      ],
    })
    expect(merged.tags.map(({ id }) => id).sort()).toEqual([common.id, other.id].sort())
    expect(merged.identities).toHaveLength(before.identities.length + beforeOther.identities.length)
    expect((await ticketsOf(stays.id)).map(({ chat }) => chat)).toEqual([stays.value, goes.value])
    expect(bare(await read(goes.id))).toEqual(bare(merged))

    expect(await undo(done.id)).toMatchObject({ id: done.id, undoneBy: { id: world.a.admin.id } })
    expect(bare(await read(stays.id))).toEqual(bare(before))
    expect(bare(await read(goes.id))).toEqual(bare(beforeOther))
    const names = await world.database.owner`
      select name, data, key
        from (select name, data, key, event_id
                from bus.outbox
              union all select name, data, key, event_id
                from bus.log) e
       where name like 'contact.%merged.v1' and data ->> 'from' = ${goes.id}
       order by name`
    expect(names.map((row) => [row['name'], row['data']])).toEqual([
      ['contact.merged.v1', { from: goes.id, into: stays.id }],
      ['contact.unmerged.v1', { from: goes.id, into: stays.id }],
    ])
  })

  it('gives every detail that was missing, and its undoing gives each back', async () => {
    const valueOf = (name: string, detail: ContactDetailDescription): string => {
      if (detail.type === 'day') return '1990-02-28'
      if (detail.type === 'choice') return Object.keys(detail.options)[0]!
      return detail.format === 'document' ? '52998224725' : detail.format === 'webAddress' ? 'https://a.test' : name
    }
    const details = Object.fromEntries(
      Object.entries(contactDetails).map(([name, detail]) => [name, valueOf(name, detail)]),
    )
    const make = (more: object = {}) => admin.ok<Contact>('POST', '/contacts', { name: unique('d'), ...more })
    const [stays, goes] = [await make(), await make(details)]
    const before = await read(stays.id)
    const { id } = await merge(stays.id, goes.id)
    expect(await read(stays.id)).toMatchObject(details)
    await undo(id)
    expect(await read(stays.id)).toEqual(before)
    expect(await read(goes.id)).toMatchObject(details)
  })

  it('is told to everybody who looks at contacts, as is its undoing', async () => {
    const [stays, goes] = [
      await admin.ok<Contact>('POST', '/contacts', { name: unique('fica') }),
      await admin.ok<Contact>('POST', '/contacts', { name: unique('vai') }),
    ]
    const { received } = await agent.listen()
    const told = () =>
      received.flatMap(({ event, data }) =>
        event === `${world.a.id}:contact` ? [(data as { payload: { id: string } }).payload.id] : [],
      )
    const done = await merge(stays.id, goes.id)
    const both = expect.arrayContaining([stays.id, goes.id])
    await vi.waitFor(() => expect(told()).toEqual(both), 10_000)
    const before = told().length
    await undo(done.id)
    await vi.waitFor(() => expect(told().slice(before)).toEqual(both), 10_000)
  })

  it('undone gives each what came through its own identities, before and since', async () => {
    const [stays, goes] = [await newContact('stays'), await newContact('goes')]
    const done = await merge(stays.id, goes.id)
    await say({ id: goes.value }, 'depois')
    const learned = unique('learned')
    await say({ id: learned, aliases: [goes.value] }, 'por outro id')
    await say({ id: stays.value }, 'também depois')
    expect((await ticketsOf(stays.id)).flatMap(({ messages }) => messages).sort()).toEqual(
      [`de ${goes.value}`, `de ${stays.value}`, 'depois', 'por outro id', 'também depois'].sort(),
    )
    await undo(done.id)
    expect(await ticketsOf(goes.id)).toEqual([
      { chat: learned, messages: [`de ${goes.value}`, 'depois', 'por outro id'] },
    ])
    expect(await ticketsOf(stays.id)).toEqual([{ chat: stays.value, messages: [`de ${stays.value}`, 'também depois'] }])
    expect(await idOf(learned)).toBe(goes.id)
    expect(await ticketsOf(goes.id).then(([ticket]) => ticket!.chat)).toBe(learned)
  })

  it('answers each conversation where it is held', async () => {
    const [stays, goes] = [await newContact('stays'), await newContact('goes')]
    await merge(stays.id, goes.id)
    const { tickets } = await admin.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${stays.value}`)
    const messages = await Promise.all(tickets.map((ticket) => admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)))
    expect(
      new Set(messages.flatMap((page) => [page.contact.id, ...page.messages.map((message) => message.contactId)])),
    ).toEqual(new Set([stays.id]))
    for (const [index, page] of messages.entries())
      await admin.ok('POST', `/messages/${page.ticket.id}`, { body: `resposta ${page.messages[0]!.body} ${index}` })
    const delivered = await eventually(
      () => world.far.delivered.filter(({ chat }) => [stays.value, goes.value].includes(chat)),
      (list) => list.length === 2,
    )
    for (const { chat, texts } of delivered) expect(texts[0]).toContain(`de ${chat} `)
  })

  it('S8-039 a conversation that a person opens is still one for contact and connection', async () => {
    const [stays, goes] = [await newContact('stays'), await newContact('goes')]
    const [ticket] = (await admin.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${goes.value}`)).tickets
    await merge(stays.id, goes.id)
    expect(await admin.refused('POST', '/tickets', { contactId: goes.id, channelId: ticket!.channelId })).toBe(
      '409 ERR_OTHER_OPEN_TICKET',
    )
    for (const { id } of (await admin.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${stays.value}`))
      .tickets) {
      await admin.ok('PUT', `/tickets/${id}`, { status: 'open' })
      await admin.ok('PUT', `/tickets/${id}`, { status: 'closed' })
    }
    expect(
      await admin.ok<Ticket>('POST', '/tickets', { contactId: goes.id, channelId: ticket!.channelId }),
    ).toMatchObject({ contactId: stays.id, name: stays.value })
  })

  it('of merges in a row is undone from the last one on', async () => {
    const [first, second, third] = [await newContact('um'), await newContact('dois'), await newContact('três')]
    const inner = await merge(second.id, third.id)
    const outer = await merge(first.id, second.id)
    expect(await Promise.all([first, second, third].map(({ value }) => idOf(value)))).toEqual([
      first.id,
      first.id,
      first.id,
    ])
    expect((await read(third.id)).id).toBe(first.id)
    expect(await admin.refused('POST', `/contacts/merges/${inner.id}/undo`)).toBe('409 ERR_MERGE_CONTINUED')
    await undo(outer.id)
    expect(await Promise.all([first, second, third].map(({ value }) => idOf(value)))).toEqual([
      first.id,
      second.id,
      second.id,
    ])
    await undo(inner.id)
    expect(await idOf(third.value)).toBe(third.id)
    expect(await admin.refused('POST', `/contacts/merges/${inner.id}/undo`)).toBe('409 ERR_MERGE_UNDONE')
  })

  it('gives what an undone one had given, if another merged contact has it too', async () => {
    const [stays, one, other] = [
      await newContact('stays'),
      await newContact('one', { phone: '+5511955550002' }),
      await newContact('other', { phone: '+5511955550003' }),
    ]
    const [first] = [await merge(stays.id, one.id), await merge(stays.id, other.id)]
    expect((await read(stays.id)).number).toBe('+5511955550002')
    await undo(first.id)
    expect((await read(stays.id)).number).toBe('+5511955550003')
  })

  it('gives nothing that people have taken away since, when another one is undone', async () => {
    const tag = await admin.ok<{ id: string }>('POST', '/tags', { tag: unique('devolvida'), color: '#111111' })
    const make = (more: object) => admin.ok<Contact>('POST', '/contacts', { name: unique('p'), ...more })
    const given = {
      category: 'Atacado',
      extraInfo: [{ description: 'Cidade', info: 'Recife' }],
      tagIds: [tag.id],
      walletUserIds: [world.a.user.id],
    }
    const [stays, one, other] = [await make({}), await make(given), await make({ ...given, source: 'Feira' })]
    await merge(stays.id, one.id)
    await admin.ok('PUT', `/contacts/${stays.id}`, {
      category: null,
      extraInfo: [],
      retag: { remove: [tag.id] },
      walletChange: { remove: [world.a.user.id] },
    })
    const second = await merge(stays.id, other.id)
    expect(await read(stays.id)).toMatchObject({ category: 'Atacado', source: 'Feira', tags: [{ id: tag.id }] })
    await undo(second.id)
    expect(await read(stays.id)).toMatchObject({ category: null, source: null, tags: [], extraInfo: [], wallets: [] })
    // Of two that came, the first one undone: what the second one gave and somebody took away stays away too.
    const third = await merge(stays.id, (await make({ number: '+5511955550004' })).id)
    await merge(stays.id, other.id)
    await admin.ok('PUT', `/contacts/${stays.id}`, { category: null, retag: { remove: [tag.id] } })
    await undo(third.id)
    expect(await read(stays.id)).toMatchObject({
      number: null,
      category: null,
      source: 'Feira',
      tags: [],
      extraInfo: given.extraInfo,
      wallets: [{ id: world.a.user.id }],
    })
  })

  it('that was undone is not made again by the identities that had made it', async () => {
    const email = `${unique('casal')}@a.test`
    const [one, other] = [await newContact('one', { email }), await newContact('other')]
    await say({ id: other.value, email })
    expect(await idOf(other.value)).toBe(one.id)
    const [automatic] = (await mergesOf(one.id)).merges
    expect(automatic).toMatchObject({ automatic: true })
    await undo(automatic!.id)
    await say({ id: other.value, email }, 'de novo')
    expect(await idOf(other.value)).toBe(other.id)
    expect((await ticketsOf(other.id)).at(-1)!.messages).toContain('de novo')
  })

  it('is listed newest first, page by page, undone ones among them', async () => {
    const stays = await newContact('stays')
    const made: string[] = []
    for (let index = 0; index < 5; index++) made.unshift((await merge(stays.id, (await newContact('goes')).id)).id)
    await undo(made[2]!)
    const seen: ContactMerge[] = []
    let cursor: string | null = null
    do {
      const page: ContactMergePage = await admin.ok(
        'GET',
        `/contacts/${stays.id}/merges?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.merges)
      cursor = page.nextCursor
    } while (cursor)
    expect(seen.map(({ id }) => id)).toEqual(made)
    expect(seen.map(({ undoneAt }) => undoneAt !== null)).toEqual([false, false, true, false, false])
  })
})

describe('who may', () => {
  it('merges across companies are not there', async () => {
    const ours = await newContact('ours')
    expect(await world.otherChannel.say(ours.value, 'Oi')).toBe(200)
    const theirs = await idOf(ours.value, world.b.id)
    expect(await admin.refused('POST', `/contacts/${ours.id}/merge`, { from: theirs })).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await admin.refused('POST', `/contacts/${theirs}/merge`, { from: ours.id })).toBe('404 ERR_NO_CONTACT_FOUND')
    const done = await merge(ours.id, (await newContact('goes')).id)
    expect(await stranger.refused('POST', `/contacts/merges/${done.id}/undo`)).toBe('404 ERR_NO_MERGE_FOUND')
    expect(await stranger.refused('GET', `/contacts/${ours.id}/merges`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect(await stranger.refused('GET', `/contacts/${ours.id}/suggestions`)).toBe('404 ERR_NO_CONTACT_FOUND')
    expect((await stranger.ok<ContactPage>('GET', '/contacts?limit=100')).contacts.map(({ id }) => id)).toEqual([
      theirs,
    ])
  })

  it('an agent may not merge, a supervisor may; a contact is not merged with itself', async () => {
    const [stays, goes] = [await newContact('stays'), await newContact('goes')]
    expect(await agent.refused('POST', `/contacts/${stays.id}/merge`, { from: goes.id })).toBe('403 ERR_NO_PERMISSION')
    expect(await admin.refused('POST', `/contacts/${stays.id}/merge`, { from: stays.id })).toBe(
      '422 ERR_CONTACT_MERGE_SAME',
    )
    const done = await merge(stays.id, goes.id, supervisor)
    expect(await agent.refused('POST', `/contacts/merges/${done.id}/undo`)).toBe('403 ERR_NO_PERMISSION')
    expect(await admin.refused('POST', `/contacts/${stays.id}/merge`, { from: goes.id })).toBe(
      '422 ERR_CONTACT_MERGE_SAME',
    )
    expect(await admin.refused('POST', `/contacts/${stays.id}/merge`, { from: randomUUID() })).toBe(
      '404 ERR_NO_CONTACT_FOUND',
    )
    await undo(done.id, supervisor)
  })

  it('S6-020 merging shows nobody a ticket that was hidden from them, and S6-023 masks stay on', async () => {
    const [stays, goes] = [await newContact('stays'), await newContact('goes', { phone: '+5511987650009' })]
    const hidden = (await admin.ok<TicketPage>('GET', `/tickets/?status[]=pending&searchParam=${goes.value}`))
      .tickets[0]!
    await admin.ok('PUT', `/tickets/${hidden.id}`, { status: 'open' })
    await admin.ok('PUT', '/settings/NotViewAssignedTickets', { key: 'NotViewAssignedTickets', value: 'enabled' })
    await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
    try {
      await eventually(
        () => supervisor.call('GET', `/tickets/${hidden.id}`),
        (answer) => answer.status === 404,
      )
      const socket = await supervisor.listen()
      await merge(stays.id, goes.id, supervisor)
      await socket.next(
        `${world.a.id}:ticketList`,
        (data: { type: string; payload: Ticket }) =>
          data.type === 'ticket:update' && data.payload.contactId === stays.id,
      )
      expect(
        socket.received.filter(
          ({ data }) => JSON.stringify(data).includes(hidden.id) && !JSON.stringify(data).includes('ticket:remove'),
        ),
      ).toEqual([])
      expect(await supervisor.refused('GET', `/tickets/${hidden.id}`)).toBe('404 ERR_NO_TICKET_FOUND')
      expect(
        (await supervisor.ok<TicketPage>('GET', `/tickets/?status[]=pending&status[]=open&searchParam=${stays.value}`))
          .tickets,
      ).toHaveLength(1)
      expect(JSON.stringify(await read(stays.id, supervisor))).not.toContain('87650009')
      expect(await supervisor.ok<ContactPage>('GET', '/contacts?searchParam=87650009')).toMatchObject({ contacts: [] })
      const whole = await supervisor.ok<ContactPage>('GET', '/contacts?searchParam=%2B55%2011%208765-0009')
      expect(whole.contacts.map(({ id, number }) => [id, number])).toEqual([[stays.id, '55*********09']])
    } finally {
      for (const key of ['NotViewAssignedTickets', 'hideContactData'])
        await admin.ok('PUT', `/settings/${key}`, { key, value: 'disabled' })
    }
  })
})

describe('finding the other contact', () => {
  it('S5-035 S9-019 from two characters on, by name, number or address, in pages by name', async () => {
    const mark = unique('quitéria').replaceAll('-', '')
    for (let index = 0; index < 7; index++) await newContact('q', { name: `${mark} ${index}` })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: ContactPage = await admin.ok(
        'GET',
        `/contacts?searchParam=${encodeURIComponent(mark.toUpperCase())}&limit=3${cursor ? `&cursor=${cursor}` : ''}`,
      )
      seen.push(...page.contacts.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `${mark} ${index}`))
    const byTwo = await admin.ok<ContactPage>('GET', `/contacts?searchParam=${mark.slice(0, 2)}`)
    expect(byTwo.contacts.length).toBeGreaterThanOrEqual(7)
    expect(await admin.refused('GET', '/contacts?searchParam=x')).toBe('422 ERR_VALIDATION')
    expect(await admin.refused('GET', '/contacts?cursor=nonsense')).toBe('422 ERR_VALIDATION')
    expect((await admin.ok<ContactPage>('GET', '/contacts?limit=1')).hasMore).toBe(true)
  })

  it('with accents and without them, by a number or a document as people write them', async () => {
    const mark = unique('').slice(1)
    const made = await admin.ok<Contact>('POST', '/contacts', {
      name: `João Antônio ${mark}`,
      number: '+5511987650077',
      document: '529.982.247-25',
      businessName: `Pão & Cia ${mark}`,
    })
    const decomposed = await admin.ok<Contact>('POST', '/contacts', { name: `José Ângelo ${mark}`.normalize('NFD') })
    const numbered = await admin.ok<Contact>('POST', '/contacts', { name: '+55 (11) 98765-0088' })
    const found = async (text: string, who = admin) =>
      (await who.ok<ContactPage>('GET', `/contacts?limit=100&searchParam=${encodeURIComponent(text)}`)).contacts.map(
        ({ id }) => id,
      )
    for (const text of [
      `joao antonio ${mark}`,
      `JOÃO ANTÔNIO ${mark}`,
      `Joao Antônio ${mark}`.normalize('NFD'),
      `pao & cia ${mark}`,
    ])
      expect(await found(text), text).toEqual([made.id])
    for (const text of [`jose angelo ${mark}`, `José Ângelo ${mark}`])
      expect(await found(text), text).toEqual([decomposed.id])
    for (const text of [
      '(11) 98765-0077',
      '11 98765-0077',
      '98765-0077',
      '+55 11 98765-0077',
      '529.982.247-25',
      '52998224725',
    ])
      expect(await found(text), text).toContain(made.id)
    for (const text of ['(11) 98765-0088', '98765-0088', '+55 11 98765-0088'])
      expect(await found(text), text).toEqual([numbered.id])
    expect(await found(`joao antonio ${mark}`, stranger)).toEqual([])
  })

  it('suggests who typed the same number or address, in any spelling, until somebody said no', async () => {
    const email = `${unique('same')}@a.test`
    const known = await newContact('known', { phone: '+5511987650010', email })
    const [byPhone, byEmail] = [
      await newContact('typed', { phone: '55 11 8765-0010', verified: false }),
      await newContact('typed', { email: email.toUpperCase(), verified: false }),
    ]
    const suggested = async (id: string) =>
      (await admin.ok<ContactSummary[]>('GET', `/contacts/${id}/suggestions`)).map((contact) => contact.id).sort()
    expect(await suggested(known.id)).toEqual([byEmail.id, byPhone.id].sort())
    expect(await suggested(byPhone.id)).toEqual([known.id])
    await undo((await merge(known.id, byEmail.id)).id)
    expect(await suggested(known.id)).toEqual([byPhone.id])
    expect(await agent.refused('GET', `/contacts/${known.id}/suggestions`)).toBe('403 ERR_NO_PERMISSION')
  })
})
