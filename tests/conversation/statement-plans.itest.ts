import type { TicketPage } from '@recado/contracts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, type Person } from '../harness/app.ts'
import { countStatements, type StatementCount, type StatementCounts } from '../harness/statement-counts.ts'
import { hookWorld, type HookWorld } from './far-side.ts'

/*
 * What runs for every message, page and send must not be planned each time: planning costs more than running. The
 * database counts both, also of the statements inside of functions.
 */

/** A session plans a statement for itself, five times with its values before it settles on one plan for all. */
const plansToSettle = 6
/** Beside those a few plans, as after the tables were analysed. */
const plansInAThousand = 20

const customers = 20
const messages = 1_200

let world: HookWorld
let counts: StatementCounts
let admin: Person
beforeAll(async () => {
  world = await hookWorld({ connections: 12 })
  counts = await countStatements(world.database)
  await world.restart()
  admin = await world.signIn(world.a.admin)
})
afterAll(() => world.close())

/** Runs all, two at a time: of more at once the node would make so few statements that plans could not be told. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

async function takeIn(count: number): Promise<void> {
  await each(numbers(count), async (number) => {
    expect(await world.channel.say(`c${number % customers}`, `Mensagem ${number}`)).toBe(200)
  })
}

/** Statements that were planned more often than their sessions have to. */
async function planned(): Promise<string[]> {
  const sessions = await counts.sessions()
  const allowed = (calls: number): number => plansToSettle * sessions + (calls * plansInAThousand) / 1_000
  return (await counts.of(300))
    .filter(({ calls, plans }) => plans > allowed(calls))
    .map(({ text, calls, plans }) => `${plans} plans in ${calls} calls: ${text.replaceAll(/\s+/g, ' ')}`)
}
const ran = (seen: readonly StatementCount[], part: string): boolean => seen.some(({ text }) => text.includes(part))

describe('statements that run often keep their plans', () => {
  it('of what comes in, is shown, relayed and consumed', async () => {
    const mine = await admin.listen()
    await takeIn(100)
    await counts.reset()
    await takeIn(messages)
    await mine.next(
      `${world.a.id}:ticketList`,
      ({ payload }: { payload: { body?: string } }) => payload.body === `Mensagem ${messages - 1}`,
    )
    await eventually(
      () => world.database.owner<{ left: number }[]>`select count(*)::integer as left from bus.outbox`,
      ([row]) => row!.left === 0,
    )
    const seen = await counts.of(20)
    for (const part of ['inbound_batch(', 'insert into message (', 'bus.relay('])
      expect(ran(seen, part), part).toBe(true)
    expect(await planned()).toEqual([])
  })

  it('of first contacts', async () => {
    const newcomer = () => world.channel.say(`new-${randomUUID()}`, 'Olá')
    await each(numbers(60), newcomer)
    await counts.reset()
    await each(numbers(600), newcomer)
    expect(ran(await counts.of(300), 'insert into ticket as t')).toBe(true)
    expect(await planned()).toEqual([])
  })

  it('of what is sent, and of its receipts', async () => {
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending')
    const send = async (number: number): Promise<void> => {
      await admin.ok('POST', `/messages/${tickets[number % tickets.length]!.id}`, { body: `Resposta ${number}` })
    }
    const sent = async (count: number): Promise<void> => {
      const before = world.far.delivered.length
      await each(numbers(count), send)
      await eventually(
        () => world.far.delivered.length,
        (delivered) => delivered === before + count,
        60_000,
      )
    }
    await sent(60)
    await counts.reset()
    const before = world.far.delivered.length
    await sent(600)
    await each(world.far.delivered.slice(before), ({ key }) =>
      world.channel.post([{ type: 'receipt', id: `out-${key}`, state: 'delivered', at: new Date().toISOString() }]),
    )
    const seen = await counts.of(20)
    for (const part of ['core.outbound(', 'claim_deliveries(', 'apply_receipts('])
      expect(ran(seen, part), part).toBe(true)
    expect(await planned()).toEqual([])
  })

  it('of lists, threads and counts', async () => {
    const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending')
    const read = async (number: number): Promise<void> => {
      const ticket = tickets[number % tickets.length]!
      await admin.ok('GET', '/tickets/?status[]=pending&status[]=open')
      await admin.ok('GET', `/messages/${ticket.id}`)
      await admin.ok('GET', '/messages/count-all')
    }
    await each(numbers(60), read)
    await counts.reset()
    await each(numbers(400), read)
    expect(await planned()).toEqual([])
  })
})
