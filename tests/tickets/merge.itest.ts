import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type {
  Contact,
  DraftKept,
  Drafts,
  MessagePage,
  ScheduledMessages,
  Ticket,
  TicketLogEntry,
  TicketMergeDone,
  TicketMergeOverview,
  TicketPage,
  TransferredTicket,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../harness/app.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'

/* Two tickets become one, and two again. */

let world: HookWorld
let admin: Person
let agent: Person
let otherAdmin: Person
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  agent = await world.signIn(world.a.user)
  otherAdmin = await world.signIn(world.b.admin)
})
afterAll(() => world.close())

let people = 0
const find = async (name: string): Promise<Ticket> =>
  (await admin.ok<TicketPage>('GET', `/tickets/?limit=200&status[]=open&status[]=pending`)).tickets.find(
    (ticket) => ticket.name === `Cliente ${name}`,
  )!
const one = (id: string): Promise<Ticket> => admin.ok<Ticket>('GET', `/tickets/${id}`)
const said = async (id: string): Promise<string[]> =>
  (await admin.ok<MessagePage>('GET', `/messages/${id}`)).messages.map(({ body }) => body)
const logs = async (id: string): Promise<string[]> =>
  (await admin.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`))
    .map(({ type }) => type)
    .filter((type) => type !== 'access')

/** A customer whose conversation was given on as a new one: an old closed ticket and a live one. */
async function twice(): Promise<{ who: string; old: Ticket; live: Ticket }> {
  const who = `m${people++}`
  await world.channel.say(who, 'Primeira')
  const { id } = await find(who)
  await admin.ok('PUT', `/tickets/${id}`, { status: 'open' })
  const { ticket } = await admin.ok<TransferredTicket>('POST', `/tickets/${id}/transfer`, {
    userId: world.a.user.id,
    newTicket: true,
  })
  await world.channel.say(who, 'Segunda')
  return { who, old: await one(id), live: await one(ticket.id) }
}
/** Two addresses that turn out to be one person: two live tickets on one connection. */
async function twoAddresses(): Promise<{ names: [string, string]; a: Ticket; b: Ticket }> {
  const names: [string, string] = [`m${people++}`, `m${people++}`]
  for (const name of names) await world.channel.say(name, `Oi de ${name}`)
  const [a, b] = [await find(names[0]), await find(names[1])]
  await admin.ok<Contact>('POST', `/contacts/${a.contactId}/merge`, { from: b.contactId })
  return { names, a: await one(a.id), b: await one(b.id) }
}
const merge = (into: string, from: string, who = admin): Promise<TicketMergeDone> =>
  who.ok<TicketMergeDone>('POST', `/tickets/${into}/merge`, { from })

describe('a merge of tickets', () => {
  it('merge with undo: what was said, what waits and the log stand in the one that stays; the other is closed and leads there', async () => {
    const { old, live } = await twice()
    expect(
      (await admin.ok<TicketMergeOverview>('GET', `/tickets/${live.id}/merges`)).candidates.map(({ id, messages }) => [
        id,
        messages,
      ]),
    ).toEqual([[old.id, 1]])
    const { id, ticket } = await merge(live.id, old.id)
    expect(ticket).toMatchObject({
      id: live.id,
      status: 'open',
      userId: world.a.user.id,
      unreadMessages: live.unreadMessages + old.unreadMessages,
      lastMessage: 'Segunda',
    })
    expect(await said(live.id)).toEqual(['Primeira', 'Segunda'])
    expect(await said(old.id)).toEqual([])
    expect(await one(old.id)).toMatchObject({ status: 'closed', mergedInto: live.id })
    expect((await logs(live.id)).filter((type) => type === 'merge')).toHaveLength(2)
    const overview = await admin.ok<TicketMergeOverview>('GET', `/tickets/${live.id}/merges`)
    expect([overview.candidates, overview.merges.map((done) => [done.id, done.from.id, done.canUndo])]).toEqual([
      [],
      [[id, old.id, true]],
    ])
    expect(await admin.ok<Ticket>('POST', `/ticket-merges/${id}/undo`)).toMatchObject({
      id: old.id,
      status: 'closed',
      mergedInto: null,
      lastMessage: 'Primeira',
    })
    expect([await said(old.id), await said(live.id)]).toEqual([['Primeira'], ['Segunda']])
    expect(await admin.refused('POST', `/ticket-merges/${id}/undo`)).toBe('409 ERR_TICKET_MERGE_UNDONE')
  })

  it('merge with undo: what both addresses of a person write afterwards comes into the one that stays, and receipts find their message', async () => {
    const { names, a, b } = await twoAddresses()
    await agent.ok('PUT', `/tickets/${b.id}`, { status: 'open' })
    await agent.ok('POST', `/messages/${b.id}`, { body: 'Recebido?' })
    await merge(a.id, b.id)
    await world.channel.say(names[1], 'Sou eu de novo')
    await world.channel.say(names[0], 'E eu')
    const bodies = await said(a.id)
    expect(bodies.slice(-2)).toEqual(['Sou eu de novo', 'E eu'])
    expect(bodies).toContain('Recebido?')
    expect(await one(b.id)).toMatchObject({ status: 'closed', mergedInto: a.id })
    await admin.ok('PUT', `/tickets/${a.id}`, { status: 'open' })
    await admin.ok('PUT', `/tickets/${a.id}`, { status: 'closed' })
    await world.channel.say(names[1], 'Mais uma')
    expect(await one(a.id), 'a closed one is the one that reopens').toMatchObject({
      status: 'pending',
      lastMessage: 'Mais uma',
    })
  })

  it('merge with undo: is refused for another contact, another channel, itself, what is merged or closed, and what is not seen', async () => {
    const { old, live } = await twice()
    const other = await twice()
    expect(await admin.refused('POST', `/tickets/${live.id}/merge`, { from: live.id })).toBe(
      '422 ERR_TICKET_MERGE_SELF',
    )
    expect(await admin.refused('POST', `/tickets/${live.id}/merge`, { from: other.live.id })).toBe(
      '409 ERR_TICKET_MERGE_CONTACT',
    )
    expect(await admin.refused('POST', `/tickets/${old.id}/merge`, { from: live.id })).toBe('409 ERR_TICKET_TRANSITION')
    expect(await otherAdmin.refused('POST', `/tickets/${live.id}/merge`, { from: old.id })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
    const second = await world.connect(world.a, 'hook', admin)
    await world.database.owner`update core.ticket set connection_id = ${second.connectionId} where id = ${old.id}`
    expect(await admin.refused('POST', `/tickets/${live.id}/merge`, { from: old.id })).toBe(
      '409 ERR_TICKET_MERGE_CHANNEL',
    )
    await world.database.owner`update core.ticket set connection_id = ${live.channelId} where id = ${old.id}`
    const { id } = await merge(live.id, old.id)
    expect(await admin.refused('POST', `/tickets/${live.id}/merge`, { from: old.id })).toBe('409 ERR_TICKET_MERGED')
    expect(await admin.refused('PUT', `/tickets/${old.id}`, { status: 'open' })).toBe('409 ERR_TICKET_MERGED')
    expect(await otherAdmin.refused('POST', `/ticket-merges/${id}/undo`)).toBe('404 ERR_NO_TICKET_MERGE_FOUND')
    await world.database.owner`update core.ticket_merge set merged_at = now() - interval '25 hours' where id = ${id}`
    expect(await admin.refused('POST', `/ticket-merges/${id}/undo`)).toBe('409 ERR_TICKET_MERGE_OVER')
  })

  it('merge with undo: two who merge at once are served one after the other', async () => {
    const { old, live } = await twice()
    const answers = await Promise.all(
      [admin, agent, admin, agent].map((who) => who.call('POST', `/tickets/${live.id}/merge`, { from: old.id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    expect(await said(live.id)).toEqual(['Primeira', 'Segunda'])
  })

  it('merge with undo: what waits for its time goes along and comes back', async () => {
    const { a, b } = await twoAddresses()
    await admin.ok('PUT', `/tickets/${b.id}`, { status: 'open' })
    await admin.ok('POST', `/messages/${b.id}`, {
      body: 'Mais tarde',
      scheduleDate: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const waiting = async (id: string) =>
      (await admin.ok<ScheduledMessages>('GET', `/messages/${id}/scheduled`)).messages.map(({ body }) => body)
    const { id } = await merge(a.id, b.id)
    expect([await waiting(a.id), await waiting(b.id)]).toEqual([['Mais tarde'], []])
    await admin.ok('POST', `/ticket-merges/${id}/undo`)
    expect([await waiting(a.id), await waiting(b.id)]).toEqual([[], ['Mais tarde']])
  })

  it('merge with undo: what was put off is put off again, unless that would be over', async () => {
    const { a, b } = await twoAddresses()
    await agent.ok('PUT', `/tickets/${b.id}`, { status: 'open' })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await agent.ok('PUT', `/tickets/${b.id}`, { snooze: { until } })
    const { snooze } = await one(b.id)
    const first = await merge(a.id, b.id)
    expect(await one(b.id)).toMatchObject({ status: 'closed', snooze: null })
    await admin.ok('POST', `/ticket-merges/${first.id}/undo`)
    expect(await one(b.id)).toMatchObject({ status: 'open', userId: world.a.user.id, snooze })
    const second = await merge(a.id, b.id)
    await world.database.owner`
      update core.ticket_merge
         set before = jsonb_set(before, '{from,snoozedUntil}', to_jsonb(now() - interval '1 minute'))
       where id = ${second.id}`
    await admin.ok('POST', `/ticket-merges/${second.id}/undo`)
    expect(await one(b.id)).toMatchObject({ status: 'open', snooze: null })
  })

  it('merge with undo: who follows a ticket follows the one it became part of, and theirs again afterwards', async () => {
    const { a, b } = await twoAddresses()
    for (const [who, id] of [
      [agent, b.id],
      [admin, b.id],
      [admin, a.id],
    ] as const)
      await who.ok('PUT', `/tickets/${id}`, { watched: true })
    const follows = (who: Person) =>
      Promise.all([a.id, b.id].map(async (id) => (await who.ok<Ticket>('GET', `/tickets/${id}`)).watched))
    const first = await merge(a.id, b.id)
    expect([await follows(agent), await follows(admin)]).toEqual([
      [true, false],
      [true, false],
    ])
    await admin.ok('POST', `/ticket-merges/${first.id}/undo`)
    expect([await follows(agent), await follows(admin)]).toEqual([
      [false, true],
      [true, true],
    ])
    const second = await merge(a.id, b.id)
    await agent.ok('PUT', `/tickets/${a.id}`, { watched: false })
    await agent.ok('PUT', `/tickets/${a.id}`, { watched: true })
    await admin.ok('POST', `/ticket-merges/${second.id}/undo`)
    expect(await follows(agent), 'chosen anew in the meantime').toEqual([true, true])
  })

  it('merge with undo: what was begun goes along, alone or beneath what stands there, and late words of another device too', async () => {
    const { a, b } = await twoAddresses()
    const write = (who: Person, id: string, text: string, files: string[] = [], uploads: string[] = []) =>
      who.ok<DraftKept>('PUT', `/drafts/${id}`, {
        text,
        files,
        uploads,
        writtenAt: new Date(Date.now() - 60_000).toISOString(),
        basedOn: null,
      })
    const written = async (who: Person) =>
      new Map((await who.ok<Drafts>('GET', '/drafts')).drafts.map((draft) => [draft.ticketId as string, draft.text]))
    await write(agent, b.id, 'Só na outra', ['nota.pdf'])
    // The channel of this company carries no files, and another address of somebody may.
    const file = randomUUID()
    const { owner } = world.database
    await owner`
      insert into core.media ${owner({
        id: file,
        tenant_id: world.a.id,
        name: 'boleto.pdf',
        mime: 'application/pdf',
        bytes: 3,
      })}`
    await owner`insert into core.upload ${owner({ tenant_id: world.a.id, media_id: file, user_id: world.a.admin.id })}`
    await write(admin, a.id, 'Aqui')
    await write(admin, b.id, 'Na outra', ['boleto.pdf'], [file])
    await merge(a.id, b.id)
    expect([await written(agent), await written(admin)].map((drafts) => [drafts.get(a.id), drafts.get(b.id)])).toEqual([
      ['Só na outra', ''],
      ['Aqui\n\nNa outra', ''],
    ])
    expect(await write(admin, b.id, 'Sem rede')).toMatchObject({
      draft: { ticketId: a.id, text: 'Aqui\n\nNa outra\n\nSem rede' },
      other: null,
    })
    expect((await written(admin)).get(b.id)).toBe('')
    const { drafts } = await admin.ok<Drafts>('GET', '/drafts')
    expect(
      [a.id, b.id].map((id) => drafts.find(({ ticketId }) => ticketId === id)!.uploads.map((upload) => upload.id)),
    ).toEqual([[file], []])
  })

  it('merge with undo: what is too long for one draft stays where it was written', async () => {
    const { a, b } = await twoAddresses()
    const long = 'x'.repeat(40_000)
    for (const id of [a.id, b.id])
      await admin.ok<DraftKept>('PUT', `/drafts/${id}`, {
        text: `${long}${id}`,
        writtenAt: new Date(Date.now() - 60_000).toISOString(),
        basedOn: null,
      })
    await merge(a.id, b.id)
    const { drafts } = await admin.ok<Drafts>('GET', '/drafts')
    expect([a.id, b.id].map((id) => drafts.find(({ ticketId }) => ticketId === id)!.text)).toEqual([
      `${long}${a.id}`,
      `${long}${b.id}`,
    ])
  })

  it('merge with undo: takes it from the bot that held it, as closing does, and the undo gives it to the people of its queue', async () => {
    const { a, b } = await twoAddresses()
    await world.database.owner`update core.ticket set bot = 'some-bot' where id = ${b.id}`
    expect(await one(b.id)).toMatchObject({ withBot: true })
    const { id } = await merge(a.id, b.id)
    expect(await one(b.id)).toMatchObject({ status: 'closed', withBot: false })
    expect(await admin.ok<Ticket>('POST', `/ticket-merges/${id}/undo`)).toMatchObject({
      id: b.id,
      status: 'pending',
      withBot: false,
    })
  })

  it('merge with undo: whose the ticket was and who has left the company since does not get it back: it waits', async () => {
    const { a, b } = await twoAddresses()
    await admin.ok('PUT', `/tickets/${b.id}`, { status: 'open', userId: world.a.colleague.id })
    const { id } = await merge(a.id, b.id)
    await admin.ok('DELETE', `/users/${world.a.colleague.id}?newUserId=${world.a.user.id}`)
    expect(await admin.ok<Ticket>('POST', `/ticket-merges/${id}/undo`)).toMatchObject({
      id: b.id,
      status: 'pending',
      userId: null,
      startedAttendanceAt: null,
      mergedInto: null,
    })
  })

  it('merge with undo: doing and undoing, of one or of several on top of each other, leaves everything as it was', async () => {
    const state = (ids: readonly string[]) => world.database.owner`
      select t.id, t.status, t.user_id, t.queue_id, t.unread, t.answered, t.last_message, t.last_message_from_me,
             t.last_message_at, t.started_at, t.closed_at, t.merged_into, t.chat,
             (select jsonb_agg(jsonb_build_array(m.id, m.body, m.is_read, m.origin_ticket_id) order by m.position)
                from core.message m
               where m.ticket_id = t.id) as messages,
             (select jsonb_agg(g.tag_id order by g.tag_id) from core.ticket_tag g where g.ticket_id = t.id) as tags,
             (select jsonb_agg(jsonb_build_array(w.user_id, w.watched_at) order by w.user_id)
                from core.ticket_watch w
               where w.ticket_id = t.id) as followers
        from core.ticket t where t.id = any (${[...ids]}) order by t.id`
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('say', 'reply', 'read', 'take', 'return', 'follow'), { maxLength: 5 }),
        fc.boolean(),
        async (acts, nested) => {
          const { names, a, b } = await twoAddresses()
          for (const [index, what] of acts.entries()) {
            const ticket = await one([a, b][index % 2]!.id)
            if (what === 'say') await world.channel.say(names[index % 2]!, `Mensagem ${index}`)
            if (what === 'take' && ticket.status === 'pending')
              await agent.ok('PUT', `/tickets/${ticket.id}`, { status: 'open' })
            if (what === 'return' && ticket.status === 'open')
              await agent.ok('PUT', `/tickets/${ticket.id}`, { status: 'pending' })
            if (what === 'reply' && ticket.status === 'open')
              await agent.ok('POST', `/messages/${ticket.id}`, { body: `Resposta ${index}` })
            if (what === 'follow') await agent.ok('PUT', `/tickets/${ticket.id}`, { watched: true })
            if (what === 'read') await agent.ok('PUT', `/tickets/${ticket.id}`, { unreadMessages: 0 })
          }
          const ids = [a.id, b.id]
          const before = await state(ids)
          const first = await merge(a.id, b.id)
          if (nested) {
            const c = `m${people++}`
            await world.channel.say(c, 'Terceira')
            const third = await find(c)
            await admin.ok('POST', `/contacts/${third.contactId}/merge`, { from: (await one(a.id)).contactId })
            const between = await state([...ids, third.id])
            const second = await merge(third.id, a.id)
            expect(await admin.refused('POST', `/ticket-merges/${first.id}/undo`)).toBe('409 ERR_TICKET_MERGED')
            await admin.ok('POST', `/ticket-merges/${second.id}/undo`)
            expect(await state([...ids, third.id])).toEqual(between)
          }
          await admin.ok('POST', `/ticket-merges/${first.id}/undo`)
          expect(await state(ids)).toEqual(before)
        },
      ),
      { numRuns: 6 },
    )
  }, 180_000)
})
