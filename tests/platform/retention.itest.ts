import type { AuditPage, AuditVerdict, MessagePage, Ticket, TicketLogEntry, TicketPage } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { foundInFiles } from '../privacy/canary.ts'
import { Visitor } from '../plugins/webchat.rig.ts'

/** Days that the node's clock is ahead of ours. */
let ahead = 0
let node: TestApp
let master: Person
beforeAll(async () => {
  node = await testApp({
    channel: 'webchat',
    app: { clock: { now: () => new Date(Date.now() + ahead * 86_400_000) } },
  })
  await node.database.owner`update core.user_account set is_master = true where id = ${node.a.admin.id}`
  master = await node.signIn(node.a.admin)
})
afterAll(() => node.close())

/** Lets so many days pass for the node, and comes back to the present, in which sessions are valid. */
async function after(days: number): Promise<void> {
  ahead = days
  await node.app.sweepRetention()
  ahead = 0
}
const keep = (change: Record<string, number | null>) => master.ok('PUT', '/global-settings', change)
const thread = async ({ id }: Ticket) => (await master.ok<MessagePage>('GET', `/messages/${id}`)).messages
const logs = ({ id }: Ticket) => master.ok<TicketLogEntry[]>('GET', `/tickets/${id}/logs`)
const rows = async (table: string): Promise<number> =>
  (
    await node.database.owner<{ count: number }[]>`
      select count(*)::int as count from ${node.database.owner(table)} where tenant_id = ${node.a.id}`
  )[0]!.count

/** A visitor's ticket with a file, an answer and a log. */
async function conversation(name: string): Promise<Ticket> {
  const visitor = new Visitor(node.base, node.a.connection)
  await visitor.session({ profile: { name, email: `${name.toLowerCase()}@exemplo.test` } })
  await visitor.say(`Sou ${name}`)
  await visitor.attach(`${name}.txt`, `um segredo de ${name}`, 'text/plain')
  const found = await eventually(
    async () =>
      (await master.ok<TicketPage>('GET', '/tickets?status[]=pending')).tickets.find((ticket) => ticket.name === name),
    (ticket) => ticket !== undefined,
  )
  await master.ok('PUT', `/tickets/${found!.id}`, { status: 'open' })
  await master.ok('POST', `/messages/${found!.id}`, { body: 'Pois não' })
  const ticket = await master.ok<Ticket>('GET', `/tickets/${found!.id}`)
  await eventually(async () => (await thread(ticket)).every(({ fromMe, status }) => !fromMe || status !== 'pending'))
  return ticket
}

async function verdict(): Promise<AuditVerdict> {
  const response = await fetch(`${node.base}/audit/verify`, { headers: master.credentials })
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('data:'))
  return JSON.parse(lines.at(-1)!.slice('data:'.length)) as AuditVerdict
}

it('keeps everything for ever unless masters say otherwise, and takes no time that makes no sense', async () => {
  const ticket = await conversation('Ada')
  const before = { said: await thread(ticket), log: await logs(ticket) }
  await after(20_000)
  expect({ said: await thread(ticket), log: await logs(ticket) }).toEqual(before)
  for (const days of [0, -1, 1.5, 40_000, 'ever'])
    expect(await master.refused('PUT', '/global-settings', { keepMessagesDays: days })).toBe('422 ERR_VALIDATION')
  expect(await master.refused('PUT', '/global-settings', { keepEventsDays: null })).toBe('422 ERR_VALIDATION')
  const other = await node.signIn(node.b.admin)
  expect(await other.refused('PUT', '/global-settings', { keepMessagesDays: 1 })).toBe('403 ERR_NO_PERMISSION')
})

it('deletes messages with their files when their time is over, and not before', async () => {
  const ticket = await conversation('Bento')
  await keep({ keepMessagesDays: 30 })
  await after(29)
  expect((await thread(ticket)).length).toBe(3)
  expect(foundInFiles(node.dataDir, ['um segredo de Bento']).length).toBeGreaterThan(0)
  await after(31)
  expect(await thread(ticket)).toEqual([])
  expect(await master.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({ lastMessage: '' })
  expect((await logs(ticket)).length).toBeGreaterThan(0)
  await eventually(() => foundInFiles(node.dataDir, ['um segredo de Bento']).length === 0)
  // What is said from then on is a message like any other.
  await master.ok('POST', `/messages/${ticket.id}`, { body: 'Ainda aqui' })
  expect((await thread(ticket)).map(({ body }) => body)).toEqual(['Ainda aqui'])
  await keep({ keepMessagesDays: null })
})

it('deletes records of sending and the log of tickets, each by its own time', async () => {
  const ticket = await conversation('Caio')
  await keep({ keepDeliveriesDays: 10 })
  await after(11)
  expect(await rows('core.delivery')).toBe(0)
  expect((await logs(ticket)).length).toBeGreaterThan(0)
  expect((await thread(ticket)).length).toBe(3)
  await keep({ keepTicketLogDays: 10 })
  await after(11)
  expect(await logs(ticket)).toEqual([])
  await keep({ keepDeliveriesDays: null, keepTicketLogDays: null })
})

it('deletes the trail by whole seals, and it is still intact', async () => {
  await eventually(async () => (await verdict()).waiting === 0)
  const before = await verdict()
  expect(before).toMatchObject({ intact: true })
  await keep({ keepAuditDays: 10 })
  await eventually(async () => (await verdict()).waiting === 0)
  await after(11)
  expect(await verdict()).toMatchObject({ intact: true, entries: 0, found: 0 })
  expect((await verdict()).seals).toBeGreaterThanOrEqual(before.seals)
  expect((await master.ok<AuditPage>('GET', '/audit')).entries).toEqual([])
  await keep({ keepAuditDays: null })
  await eventually(async () => (await verdict()).entries > 0)
  expect(await verdict()).toMatchObject({ intact: true })

  // Whoever deletes entries in another way, even by the same function, is found.
  const { db } = node.database
  await db.tenant(node.a.id, (tx) => tx.execute(sql`select core.expire_audit(${node.a.id}::uuid, 0, 1000000)`))
  expect(await verdict()).toMatchObject({ intact: false })
})
