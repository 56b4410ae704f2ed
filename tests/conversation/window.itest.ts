import type { Message, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { Desk, type Talk } from './acts.rig.ts'
import { hookWorld, type HookChannel, type HookWorld } from './far-side.ts'

const template = { kind: 'template', name: 'boas_vindas', language: 'pt_BR', vars: { 1: 'Ana' }, text: 'Olá, Ana!' }
const day = 24 * 3_600_000

let world: HookWorld
let admin: Person
let desk: Desk
let windowed: HookChannel
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  desk = new Desk(world, admin)
  windowed = await world.connect(world.a, 'hook-windowed', admin)
})
afterAll(() => world.close())
afterEach(() => {
  world.far.replies.length = 0
})

/** Everything the customer has said was said so long ago. Milliseconds. */
const age = (talk: Talk, ms: number) => world.database.owner`
  update core.message set sent_at = now() - make_interval(secs => ${ms / 1_000})
   where ticket_id = ${talk.ticket.id} and not from_me`
const ticketOf = (talk: Talk) => admin.ok<Ticket>('GET', `/tickets/${talk.ticket.id}`)

describe('the service window', () => {
  it('is told with the ticket and in lists, and only where the channel has one', async () => {
    const [talk, without] = [await desk.talking(windowed), await desk.talking()]
    const first = await talk.first()
    const endsAt = new Date(Date.parse(first.timestamp) + day).toISOString()
    expect((await ticketOf(talk)).serviceWindowEndsAt).toBe(endsAt)
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=open&limit=200&showAll=true')
    expect(tickets.find(({ id }) => id === talk.ticket.id)?.serviceWindowEndsAt).toBe(endsAt)
    expect(await ticketOf(without)).not.toHaveProperty('serviceWindowEndsAt')
  })

  it('closed, lets only templates pass; the contact opens it by writing', async () => {
    const talk = await desk.talking(windowed)
    await age(talk, day + 1_000)
    expect(await admin.refused('POST', `/messages/${talk.ticket.id}`, { body: 'Oi?' })).toBe(
      '409 ERR_SERVICE_WINDOW_CLOSED',
    )
    expect(await admin.refused('POST', `/messages/${talk.ticket.id}`, { body: 'Oi?', parts: [template] })).toBe(
      '409 ERR_SERVICE_WINDOW_CLOSED',
    )
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { parts: [template] })
    await eventually(() => talk.delivered.length)
    expect(talk.delivered).toMatchObject([{ kinds: ['template'], texts: ['Olá, Ana!'] }])
    const { next } = await admin.listen()
    await windowed.say(talk.who, 'Voltei')
    const push: { payload: Message & { ticket: Ticket } } = await next(
      `${world.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: Message }) => type === 'chat:create' && payload.body === 'Voltei',
    )
    expect(Date.parse(push.payload.ticket.serviceWindowEndsAt!)).toBeGreaterThan(Date.now() + day - 60_000)
    await talk.say('Que bom')
  })

  it('is that of the chat: what was said in another ticket of it counts', async () => {
    const talk = await desk.talking(windowed)
    const { owner } = world.database
    await age(talk, day + 1_000)
    const other = crypto.randomUUID()
    await owner`
      insert into core.ticket (id, tenant_id, protocol, status, contact_id, connection_id, channel, chat)
      select ${other}, tenant_id, 'outro', 'closed', contact_id, connection_id, channel, chat
        from core.ticket
       where id = ${talk.ticket.id}`
    await owner`
      insert into core.message (id, tenant_id, ticket_id, contact_id, connection_id, from_me, body, parts, status,
        sent_at)
      select gen_random_uuid(), tenant_id, ${other}, contact_id, connection_id, false, 'Oi',
             ${owner.json([{ kind: 'text', text: 'Oi', format: 'plain' }])}, 'received', now()
        from core.ticket
       where id = ${talk.ticket.id}`
    expect(await talk.say('Ainda aberta')).toMatchObject({ status: 'sent' })
  })

  it('holds for whoever forwards into it too', async () => {
    const [source, target] = [await desk.talking(), await desk.talking(windowed)]
    const said = await source.say('Veja isto')
    await age(target, day + 1_000)
    expect(
      await admin.refused('POST', '/forward-messages/', { messages: [said.id], contact: target.ticket.contactId }),
    ).toBe('409 ERR_SERVICE_WINDOW_CLOSED')
    expect(target.delivered).toEqual([])
  })
})

describe('parts beside text and files', () => {
  const choices = {
    kind: 'interactive',
    body: 'Qual turno?',
    buttons: [
      { id: 'm', label: 'Manhã' },
      { id: 't', label: 'Tarde', hint: 'até 18 h' },
    ],
  }
  const place = { kind: 'location', lat: -23.5, lng: -46.6, name: 'Loja', address: 'Rua das Flores, 12' }

  it('go as they are where the channel has them, as multipart too, each a message of its own', async () => {
    const talk = await desk.talking(windowed)
    const form = new FormData()
    form.set('body', 'Escolha')
    form.set('parts', JSON.stringify([choices]))
    await admin.ok('POST', `/messages/${talk.ticket.id}`, form)
    await eventually(
      () => talk.delivered.length,
      (count) => count === 2,
    )
    expect(talk.delivered.map(({ kinds, texts }) => [kinds, texts])).toEqual([
      [['text'], ['Escolha']],
      [['interactive'], ['Qual turno?']],
    ])
  })

  it('become words where it can only be words: choices a numbered list', async () => {
    const talk = await desk.talking(windowed)
    const many = {
      ...choices,
      buttons: [...choices.buttons, { id: 'n', label: 'Noite' }, { id: 'd', label: 'Domingo' }],
    }
    await admin.ok('POST', `/messages/${talk.ticket.id}`, { parts: [many, place] })
    await eventually(
      () => talk.delivered.length,
      (count) => count === 2,
    )
    expect(talk.delivered.map(({ kinds, texts }) => [kinds[0], texts[0]])).toEqual([
      ['text', 'Qual turno?\n\n1. Manhã\n2. Tarde – até 18 h\n3. Noite\n4. Domingo'],
      ['text', 'Loja\nRua das Flores, 12\nhttps://www.openstreetmap.org/?mlat=-23.5&mlon=-46.6#map=16/-23.5/-46.6'],
    ])
  })

  it('are refused where the channel has no place for them, and nothing of the request is stored', async () => {
    const talk = await desk.talking()
    expect(
      (await admin.call('POST', `/messages/${talk.ticket.id}`, { body: 'Veja', parts: [place] })).body,
    ).toMatchObject({ error: 'ERR_CHANNEL_UNSUPPORTED', detail: 'location' })
    expect(
      await admin.refused('POST', `/messages/${talk.ticket.id}`, { parts: [{ kind: 'unsupported', note: 'x' }] }),
    ).toBe('422 ERR_VALIDATION')
    const form = new FormData()
    form.set('parts', '[not json')
    expect(await admin.refused('POST', `/messages/${talk.ticket.id}`, form)).toBe('422 ERR_VALIDATION')
    expect(await talk.messages()).toHaveLength(1)
  })
})
