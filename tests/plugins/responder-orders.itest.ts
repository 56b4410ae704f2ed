import * as fc from 'fast-check'
import { join } from 'node:path'
import type {
  MessagePage,
  ResponderPlace,
  ResponderScope,
  Ticket,
  TicketListPush,
  TicketPage,
  TicketResponders,
} from '@recado/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

let world: HookWorld
let ana: Person
let received: { event: string; data: unknown }[]

beforeAll(async () => {
  world = await hookWorld({}, [join(import.meta.dirname, 'responders')])
  ana = await world.signIn(world.a.admin)
  await ana.ok('PUT', '/api/plugins/robot', { enabled: true })
  received = (await ana.listen()).received
})
afterAll(() => world.close())

const company: ResponderScope = { kind: 'company' }
const acts = (does: string): ResponderPlace => ({ plugin: 'robot', name: 'acts', input: { does } })
const order = (scope: ResponderScope, acting: readonly string[] | null) =>
  ana.ok('PUT', '/responders', { scope, places: acting?.map(acts) ?? null })
const explained = (id: string) => ana.ok<TicketResponders>('GET', `/tickets/${id}/responders`)
async function ticketOf(name: string): Promise<Ticket> {
  const path = '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200'
  const { tickets } = await ana.ok<TicketPage>('GET', path)
  return tickets.find((ticket) => ticket.name === `Cliente ${name}`)!
}
/** Whether a machine has said that it is at work: it keeps the ticket for an hour then. */
const isKept = async (id: string): Promise<boolean> =>
  (await ana.ok<MessagePage>('GET', `/messages/${id}`)).messages.some(({ body, fromMe }) => fromMe && body !== '')
/** What screens were told of a ticket that people have, whatever the push is. */
const wasTold = (id: string): boolean =>
  received.some(({ event, data }) => {
    const push = data as TicketListPush
    if (!event.endsWith('ticketList') || !('payload' in push)) return false
    const of = push.payload as { id?: string; withBot?: boolean; ticket?: { id: string; withBot: boolean } }
    const ticket = of.ticket ?? of
    return ticket.id === id && ticket.withBot === false
  })

it('a message ends with a machine that will act, or with people who were told, whatever responders do', async () => {
  const { sales, support, user } = world.a
  const act = fc.constantFrom(
    ...['keeps', 'passes', 'passes', 'people', 'closes', 'falls', 'refuses', 'raves', 'sleeps', 'forgets', 'forgets'],
    ...[`queue:${sales}`, `queue:${sales}`, `queue:${support}`, `user:${user.id}`],
    // Of another company: nobody who could have it.
    ...[`queue:${world.b.sales}`, `user:${world.b.user.id}`],
  )
  const acting = fc.array(act, { maxLength: 4 })
  let customers = 0
  const met = new Set<string>()
  await fc.assert(
    fc.asyncProperty(acting, fc.option(acting), async (first, ofSales) => {
      // Its failures of before are forgotten, else it would be passed over for a while.
      await ana.ok('PUT', '/api/plugins/robot', { enabled: true })
      await order(company, first)
      await order({ kind: 'queue', id: sales }, ofSales)
      const name = `c${++customers}`
      expect(await world.channel.say(name, 'oi')).toBeLessThan(300)
      const { id } = await ticketOf(name)
      const {
        ticket,
        current,
        decisions,
        acts: hasActed,
      } = await eventually(
        async () => {
          await world.app.moveTickets()
          const [seen, told, kept] = await Promise.all([ticketOf(name), explained(id), isKept(id)])
          return { ...told, ticket: seen, acts: kept }
        },
        (seen) => !seen.ticket.withBot || seen.acts,
        20_000,
      )
      if (ticket.withBot) {
        met.add('machine')
        expect(current).toMatchObject({ plugin: 'robot', name: 'acts' })
        expect(hasActed).toBe(true)
      } else if (ticket.status === 'closed') {
        met.add('closed')
        expect(decisions[0]).toMatchObject({ outcome: 'closed' })
      } else {
        met.add('people')
        expect(['open', 'pending']).toContain(ticket.status)
        expect(ticket.unreadMessages).toBe(1)
        await eventually(
          () => wasTold(id),
          (told) => told,
        )
      }
    }),
    { numRuns: 80 },
  )
  expect([...met].toSorted()).toEqual(['closed', 'machine', 'people'])
}, 240_000)
