import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Logger, Ticket } from '@recado/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import type { BoundRoute } from '../../core/src/http/route.ts'
import { eventually, type Person } from '../harness/app.ts'
import { pushService } from '../harness/push-service.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import { call, nameOf } from './call.ts'
import { fixtures } from './fixtures/index.ts'
import { textOfPdf } from './pdf-text.ts'
import { declaredHolders, type Actor } from './rights.ts'
import type { Stock } from './stock.ts'
import { buildWalls } from './world.ts'

/*
 * A company hides contact data. Its contacts are known by a number and an address that are nothing but that, in every
 * place where core keeps one; whoever is not an administrator goes through every surface there is and finds neither.
 */

const repository = join(import.meta.dirname, '../..')
const lines: string[] = []
const line = (...facts: unknown[]) =>
  void lines.push(
    JSON.stringify(facts, (_key, value: unknown) =>
      value instanceof Error ? `${value.stack} ${JSON.stringify(value)}` : value,
    ),
  )
const log: Logger = { debug: line, info: line, warn: line, error: line }
const push = await pushService()
const walls = await buildWalls({
  pluginFolders: [join(repository, 'plugins'), join(import.meta.dirname, 'plugins')],
  app: { log, egress: { ...push.egress, allow: ['127.0.0.0/8'] } },
})
const { world } = walls
const { owner } = world.database
afterAll(async () => {
  await walls.close()
  await push.close()
})

// No two are the same: many hundreds are made, and each belongs to one contact.
let made = randomInt(100_000, 500_000)
const newNumber = (): string => `+5548911${made++}`
const newAddress = (): string => `sigilo${made++}@segredo.test`
/** How a number or an address gives itself away, however it is written. */
const secret = /48911\d{6}|sigilo\d+/
const expectMasked = (what: string, text: string): void => {
  // Positions in lists are words for machines, and anybody can read them.
  const positions = [...text.matchAll(/"nextCursor":"([\w-]+)"/g)].map(([, position]) =>
    Buffer.from(position!, 'base64url').toString(),
  )
  const found = secret.exec([text, ...positions].join('\n').replaceAll(/(?<=\d)[ ().-]+(?=\d)/g, ''))
  if (found) expect.fail(`${what} shows ${found[0]}: …${text.slice(0, 1_500)}`)
}

/** Gives the contacts of a stock no other name than their number or their address, wherever one is kept. */
async function expose(stock: Stock): Promise<Stock> {
  const [number, address] = [newNumber(), newAddress()]
  const known = {
    first_name: number,
    last_name: address,
    business_name: address,
    category: number,
    source: address,
    extra_info: owner.json([{ description: address, info: number }]) as never,
  }
  await owner`
    update core.contact set ${owner({ ...known, name: number, number, email: newAddress() })}
     where id = ${stock.contact}`
  await owner`
    update core.contact set ${owner({ ...known, name: address, number: newNumber(), email: address })}
     where id = ${stock.otherContact}`
  for (const id of [stock.looseContact, stock.merged])
    await owner`
      update core.contact set ${owner({ ...known, name: number, number: newNumber(), email: newAddress() })}
       where id = ${id}`
  await owner`insert into core.contact_identity ${owner(
    [
      ['phone', number],
      ['email', address],
      ['whatsapp', `${number.slice(1)}@s.whatsapp.net`],
    ].map(([kind, value]) => ({ tenant_id: world.a.id, kind: kind!, value: value!, contact_id: stock.contact })),
  )}`
  await owner`
    update core.contact_note set title = ${number}, description = ${address}, information = ${number}
     where id = ${stock.contactNote}`
  await owner`update core.ticket set chat = ${`${number.slice(1)}@s.whatsapp.net`} where id = ${stock.ticket}`
  await owner`
    update core.message
       set sender_name = ${number}, reactions = ${owner.json({ [`${number.slice(1)}@s.whatsapp.net`]: '👍' }) as never}
     where id = ${stock.contactMessage}`
  return stock
}

await expose(walls.own)
const admin = (await walls.person('admin'))!
const holds = declaredHolders((await admin.ok<{ plugins: never[] }>('GET', '/api/plugins')).plugins)
await admin.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
const masked: readonly Actor[] = ['user', 'super']

const may = (actor: Actor, { spec }: BoundRoute): boolean =>
  spec.access.kind === 'session' && (spec.access.permission === undefined || holds(actor, spec.access.permission))
const routes = world.app.http.routes.filter((route) => route.spec.access.kind === 'session' && fixtures[nameOf(route)])
const ask = async (route: BoundRoute, actor: Actor, stock: Stock): Promise<string> => {
  const fixture = fixtures[nameOf(route)]!
  const { text } = await call(
    world.base,
    route,
    fixture.call(stock, `n${randomInt(1_000_000_000)}`),
    await walls.person(actor),
  )
  if (fixture.endsSession) await walls.forget(actor)
  return text
}
const listened = await Promise.all(
  masked.map(async (actor) => ({ actor, ...(await (await walls.person(actor))!.listen()) })),
)

describe('S6-023 S6-024 numbers and addresses of contacts, where a company hides them', () => {
  const reading = routes.filter(({ spec }) => spec.method === 'GET')
  const surfaces: string[] = []

  test.each(reading.map((route) => [nameOf(route), route] as const))(
    '%s shows them to administrators alone',
    async (name, route) => {
      if (may('admin', route) && secret.test(await ask(route, 'admin', walls.own))) surfaces.push(name)
      for (const actor of masked.filter((one) => may(one, route)))
        expectMasked(`${name} (${actor})`, await ask(route, actor, walls.own))
    },
  )

  test('are there to be seen: an administrator reads them in all of these', () => {
    expect(surfaces).toEqual(
      expect.arrayContaining([
        'GET /contacts/:id',
        'GET /contacts/:id/tickets',
        'GET /contacts/:id/merges',
        'GET /contact-notes',
        'GET /contact-export',
        'GET /contact-duplicates',
        'GET /tickets',
        'GET /tickets/:id',
        'GET /ticket-board/tickets',
        'GET /messages/:ticketId',
      ]),
    )
  })

  test.each(routes.filter(({ spec }) => spec.method !== 'GET').map((route) => [nameOf(route), route] as const))(
    '%s answers none of them',
    async (name, route) => {
      for (const actor of masked.filter((one) => may(one, route)))
        expectMasked(`${name} (${actor})`, await ask(route, actor, await expose(await walls.restock())))
    },
  )

  test('in search: found by who knows them whole, and neither shown nor found by a part', async () => {
    const [contact] = await owner<
      { number: string; email: string }[]
    >`select number, email from core.contact where id = ${walls.own.contact}`
    const found = async (actor: Actor, path: string, text: string): Promise<string[]> => {
      const page = await (await walls.person(actor))!.ok<{
        contacts?: { id: string }[]
        tickets?: { contactId: string }[]
      }>('GET', `${path}&searchParam=${encodeURIComponent(text)}`)
      if (actor !== 'admin') expectMasked(`a search in ${path}`, JSON.stringify(page))
      return [...(page.contacts ?? []).map(({ id }) => id), ...(page.tickets ?? []).map(({ contactId }) => contactId)]
    }
    for (const path of ['/contacts?limit=20', `/tickets?status[]=open&queuesIds[]=${world.a.sales}`])
      for (const datum of [contact!.number, contact!.email]) {
        expect(await found('user', path, datum), `${path} by ${datum}`).toContain(walls.own.contact)
        expect(await found('user', path, datum.slice(0, -2)), `${path} by a part of ${datum}`).toEqual([])
        expect(await found('admin', path, datum.slice(0, -2))).toContain(walls.own.contact)
      }
  })

  test('in the order by name: the pages are whole, and a position that is made up tells nothing', async () => {
    const user = (await walls.person('user'))!
    interface Page {
      contacts: { id: string }[]
      nextCursor: string | null
    }
    const inOrder = async (person: Person): Promise<string[]> => {
      const ids: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page = await person.ok('GET', `/contacts?order=name&limit=7${cursor && `&cursor=${cursor}`}`)
        if (person === user) expectMasked('a page by name', JSON.stringify(page))
        ids.push(...page.contacts.map(({ id }) => id))
        cursor = page.nextCursor
      }
      return ids
    }
    const all = await inOrder((await walls.person('admin'))!)
    expect(await inOrder(user)).toEqual(all)
    const guesses = ['', '+5548911', '~'].map((name) =>
      Buffer.from(JSON.stringify(['name', name, walls.own.contact])).toString('base64url'),
    )
    const answers = await Promise.all(
      guesses.map((cursor) => user.ok<Page>('GET', `/contacts?order=name&limit=50&cursor=${cursor}`)),
    )
    expect(new Set(answers.map(({ contacts }) => JSON.stringify(contacts))).size).toBe(1)
  })

  test('in the dialog for a new ticket: neither among the contacts nor in a refusal', async () => {
    const user = (await walls.person('user'))!
    const refused = await user.call<object>('POST', '/tickets', {
      contactId: walls.own.contact,
      channelId: walls.own.connection,
      queueId: world.a.sales,
      status: 'open',
    })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expectMasked('the refusal of a second ticket', JSON.stringify(refused.body))
  })

  test('in a file: neither in an export (as XLSX: tests/conversation/contact-bulk.itest.ts) nor in the document of a conversation', async () => {
    const fetched = async (person: Person, path: string) =>
      Buffer.from(await (await fetch(world.base + path, { headers: person.credentials })).arrayBuffer())
    const pdf = `/tickets/${walls.own.ticket}/pdf`
    for (const actor of masked) {
      const person = (await walls.person(actor))!
      expectMasked(`the document (${actor})`, textOfPdf(await fetched(person, pdf)))
    }
    expect(textOfPdf(await fetched((await walls.person('admin'))!, pdf))).toMatch(secret)
    const supervisor = (await walls.person('super'))!
    expectMasked('the export', (await fetched(supervisor, '/contact-export?format=csv')).toString('utf8'))
  })

  test('in a plugin: what it asks core for in a user’s route is as that user sees it', async () => {
    const path = `/p/reader/read/${walls.own.contact}/${walls.own.ticket}`
    for (const actor of masked) {
      const read = await (await walls.person(actor))!.ok<{ contact: { id: string }; ticket: Ticket }>('GET', path)
      expect([read.contact.id, read.ticket.id]).toEqual([walls.own.contact, walls.own.ticket])
      expectMasked(`a plugin (${actor})`, JSON.stringify(read))
    }
    expect(JSON.stringify(await (await walls.person('admin'))!.ok('GET', path))).toMatch(secret)
  })

  test('in sockets and pushes, when somebody without a name writes', async () => {
    const everyone = await Promise.all(
      (['user', 'super', 'admin'] as const).map(async (actor) => [actor, (await walls.person(actor))!] as const),
    )
    for (const [actor, person] of everyone) await person.ok('PUT', '/notifications/subscription', push.subscribe(actor))
    const listening = (await walls.person('admin'))!
    const { next } = await listening.listen()
    const [number, address] = [newNumber(), newAddress()]
    const visitor = new Visitor(world.base, world.a.connection)
    await visitor.session({ profile: { name: number, email: address } })
    await visitor.say('Bom dia')
    await eventually(() => everyone.every(([name]) => push.pushed.some(({ browser }) => browser === name)))
    const heard = (await next(
      `${world.a.id}:ticketList`,
      (data: { type: string; payload: { ticket?: Ticket } }) =>
        data.type === 'chat:create' && data.payload.ticket?.name === number,
    )) as unknown as { payload: { ticket: Ticket } }
    const { id } = heard.payload.ticket
    await (await walls.person('user'))!.ok('PUT', `/tickets/${id}`, { status: 'open' })
    await (await walls.person('user'))!.ok('POST', `/messages/${id}`, { body: 'Bom dia!' })
    for (const { browser, payload } of push.pushed.filter(({ browser }) => browser !== 'admin'))
      expectMasked(`a push (${browser})`, JSON.stringify(payload))
    expect(JSON.stringify(push.pushed.filter(({ browser }) => browser === 'admin'))).toMatch(secret)
    visitor.close()
  })

  test('in no socket of all that went before, although there was much to be told', () => {
    for (const { actor, received } of listened) {
      expect(received.length, actor).toBeGreaterThan(20)
      for (const heard of received) expectMasked(`a socket (${actor})`, JSON.stringify(heard))
    }
  })

  test('in no line of the log', () => {
    expect(lines.length).toBeGreaterThan(0)
    for (const written of lines) expectMasked('the log', written)
  })
})
