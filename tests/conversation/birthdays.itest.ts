import type { BirthdayGreetings, ContactRecord, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../core/src/app.ts'
import { eventually, quiet, type Person } from '../harness/app.ts'
import { hookPlugin, pluginFolder } from '../harness/plugin-folder.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/** A year that has not begun, before a leap year: birthdays lie ahead of everything that the tests do now. */
const isLeap = (year: number): boolean => new Date(year, 1, 29).getMonth() === 1
let year = new Date().getFullYear() + 1
while (isLeap(year) || !isLeap(year + 1)) year++

/** What the node's clock says while it is not the present. */
let shown: Date | undefined
const clock = { now: () => shown ?? new Date() }

let world: HookWorld
let admin: Person
let otherAdmin: Person
beforeAll(async () => {
  world = await hookWorld({ clock })
  admin = await world.signIn(world.a.admin)
  otherAdmin = await world.signIn(world.b.admin)
})
afterAll(() => world.close())
beforeEach(() =>
  settings({
    birthdayMessages: true,
    birthdayMessage: 'Parabéns, {{name}}! {{age}} anos.',
    birthdayConnectionId: world.channel.connectionId,
  }),
)

async function settings(values: Record<string, unknown>, who = admin): Promise<void> {
  for (const [key, value] of Object.entries(values)) await who.ok('PUT', `/settings/${key}`, { value })
}
const ticketOf = async (chat: string, who = admin): Promise<Ticket> =>
  (await eventually(
    async () =>
      (
        await who.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')
      ).tickets.find((ticket) => ticket.name === `Cliente ${chat}`),
    (ticket) => ticket !== undefined,
  ))!
/** Somebody who has written once, and whose birthday is known; answers their ticket. */
async function born(chat: string, birthdayDate: string, channel = world.channel, who = admin): Promise<Ticket> {
  await channel.say(chat, 'Oi')
  const ticket = await ticketOf(chat, who)
  await who.ok('PUT', `/contacts/${ticket.contactId}`, { birthdayDate })
  return ticket
}
/** Lets the node look after birthdays at that time, given as the clock in São Paulo shows it. */
async function at(local: string): Promise<void> {
  shown = new Date(`${local}:00-03:00`)
  await world.app.moveTickets()
  shown = undefined
}
/** What was stored, whether it has reached the provider yet or not. */
const saidTo = async (chat: string): Promise<string[]> =>
  (
    await world.database.owner<{ body: string }[]>`
  select m.body
    from core.message m
    join core.ticket t on t.id = m.ticket_id
   where t.chat = ${chat} and m.from_me
   order by m.position`
  ).map(({ body }) => body)

it('S9-053 contacts are congratulated at nine where the company is, once, however many nodes look', async () => {
  const ticket = await born('ana', '1990-03-10')
  await born('vera', '1990-03-10', world.otherChannel, otherAdmin)
  await at(`${year}-03-10T08:59`)
  expect(await saidTo('ana')).toEqual([])
  const second = await createApp({
    ownerUrl: world.database.ownerUrl,
    appUrl: world.database.appUrl,
    roles: world.database.roles,
    secret: world.database.secret,
    natsUrl: 'nats://127.0.0.1:9',
    dataDir: world.dataDir,
    host: '127.0.0.1',
    port: 0,
    version: '0.0.0',
    log: quiet,
    connections: 18,
    clock,
    pluginFolders: [pluginFolder(hookPlugin)],
  })
  shown = new Date(`${year}-03-10T09:00:00-03:00`)
  await Promise.all([world.app.moveTickets(), second.moveTickets()])
  await second.close()
  await at(`${year}-03-10T09:01`)
  expect(await saidTo('ana')).toEqual([`Parabéns, Cliente! ${year - 1990} anos.`])
  await eventually(() =>
    world.far.delivered.find(
      (entry) => entry.chat === 'ana' && entry.texts[0] === `Parabéns, Cliente! ${year - 1990} anos.`,
    ),
  )
  expect((await admin.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.at(-1)).toMatchObject({
    sendType: 'bot',
    fromMe: true,
  })
  // The other company did not ask for it.
  expect(await saidTo('vera')).toEqual([])
})

it('S9-053 without a conversation that is under way the greeting leaves none open', async () => {
  const { id } = await born('bia', '1980-04-02')
  for (const status of ['open', 'closed']) await admin.ok('PUT', `/tickets/${id}`, { status })
  await at(`${year}-04-02T09:00`)
  expect(await saidTo('bia')).toEqual([`Parabéns, Cliente! ${year - 1980} anos.`])
  const states = await world.database.owner<{ status: string }[]>`select status from core.ticket where chat = 'bia'`
  expect(states.map(({ status }) => status)).toEqual(['closed', 'closed'])
  await world.channel.say('bia', 'Obrigada!')
  await eventually(
    async () =>
      (await world.database.owner`select 1 from core.ticket where chat = 'bia' and status = 'pending'`).length,
    (count) => count === 1,
  )
})

it('S9-054 a birthday that has passed is not made up for; the next one is another year', async () => {
  await born('caio', '2000-05-20')
  await at(`${year}-05-20T21:00`)
  await at(`${year}-05-21T09:00`)
  await at(`${year}-06-20T09:00`)
  expect(await saidTo('caio')).toEqual([])
  await at(`${year + 1}-05-20T15:30`)
  await at(`${year + 1}-05-20T16:00`)
  expect(await saidTo('caio')).toEqual([`Parabéns, Cliente! ${year + 1 - 2000} anos.`])
})

it('S9-054 who was born on the 29th of February is congratulated on the 28th in other years', async () => {
  await born('davi', '2000-02-29')
  await at(`${year}-02-27T09:00`)
  await at(`${year}-02-28T09:00`)
  await at(`${year}-03-01T09:00`)
  await at(`${year + 1}-02-28T09:00`)
  expect(await saidTo('davi')).toHaveLength(1)
  await at(`${year + 1}-02-29T09:00`)
  expect(await saidTo('davi')).toEqual([year, year + 1].map((now) => `Parabéns, Cliente! ${now - 2000} anos.`))
})

it('S9-055 the message knows name and age, and what a name contains is no variable', async () => {
  const { contactId } = await born('eva', '1995-07-07')
  await admin.ok('PUT', `/contacts/${contactId}`, { name: '{{age}} Eva Maria' })
  await settings({ birthdayMessage: '{{ name }}|{{fullName}}|{{age}}|{{other}}' })
  await at(`${year}-07-07T09:00`)
  expect(await saidTo('eva')).toEqual([`{{age}}|{{age}} Eva Maria|${year - 1995}|{{other}}`])
})

it('S9-055 who has no name but a number or an address is not called by it', async () => {
  const { contactId } = await born('hugo', '1990-10-10')
  const greetings = [
    ['Parabéns, {{name}}! {{age}} anos.', `Parabéns! ${year - 1990} anos.`],
    ['{{fullName}}, feliz aniversário', 'feliz aniversário'],
  ] as const
  for (const [index, [birthdayMessage, said]] of greetings.entries()) {
    await admin.ok('PUT', `/contacts/${contactId}`, { name: ['+55 11 95555-4444', 'hugo@exemplo.com'][index] })
    await settings({ birthdayMessage })
    await at(`${year + index}-10-10T09:00`)
    expect((await saidTo('hugo'))[index]).toBe(said)
  }
})

it('nothing is sent while it is switched off or has no words, and a merged contact has one birthday', async () => {
  const first = await born('fabi', '1991-08-08')
  for (const off of [{ birthdayMessages: false }, { birthdayMessages: true, birthdayMessage: '' }]) {
    await settings(off)
    await at(`${year}-08-08T09:00`)
  }
  expect(await saidTo('fabi')).toEqual([])
  await settings({ birthdayMessage: 'Oba' })
  await at(`${year}-08-08T10:00`)
  const { id } = await admin.ok<ContactRecord>('POST', '/contacts', {
    name: 'Fabi de novo',
    email: 'fabi@cliente.test',
    birthdayDate: '1991-08-08',
  })
  await admin.ok('POST', `/contacts/${id}/merge`, { from: first.contactId })
  await at(`${year}-08-08T11:00`)
  expect(await saidTo('fabi')).toEqual(['Oba'])
})

it('who cannot be reached, or not now, is counted and not forced', async () => {
  const before = await admin.ok<BirthdayGreetings>('GET', '/birthday-greetings')
  const windowed = await world.connect(world.a, 'hook-windowed', admin)
  await settings({ birthdayConnectionId: windowed.connectionId })
  await born('gil', '1970-09-09', windowed)
  await admin.ok('POST', '/contacts', {
    name: 'Só na agenda',
    email: 'agenda@cliente.test',
    birthdayDate: '1970-09-09',
  })
  await at(`${year}-09-09T09:00`)
  expect(await saidTo('gil')).toEqual([])
  expect(await admin.ok<BirthdayGreetings>('GET', '/birthday-greetings')).toEqual({
    ...before,
    windowClosed: before.windowClosed + 1,
    unreachable: before.unreachable + 1,
  })
  expect(await otherAdmin.ok<BirthdayGreetings>('GET', '/birthday-greetings')).toEqual({
    days: 30,
    sent: 0,
    windowClosed: 0,
    unreachable: 0,
  })
})
