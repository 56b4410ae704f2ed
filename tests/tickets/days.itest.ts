import type { Ticket, TicketDays, TicketPage, TicketView, TicketViewCount } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Desk } from '../conversation/acts.rig.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import type { Person } from '../harness/app.ts'

let world: HookWorld
let admin: Person
/** Created now, and created three, ten and forty days ago; in the second of these was written today. */
let fresh: Ticket, recent: Ticket, older: Ticket, old: Ticket
beforeAll(async () => {
  world = await hookWorld()
  admin = await world.signIn(world.a.admin)
  const talking = async () => (await new Desk(world, admin).talking()).ticket
  ;[fresh, recent, older, old] = [await talking(), await talking(), await talking(), await talking()]
  // Time passes.
  for (const [ticket, days, said] of [
    [recent, 3, 3],
    [older, 10, 0],
    [old, 40, 40],
  ] as const)
    await world.database.owner`
      update core.ticket
         set created_at = now() - make_interval(days => ${days}),
             last_message_at = now() - make_interval(days => ${said})
       where id = ${ticket.id}`
})
afterAll(() => world.close())

const query = (days: TicketDays) =>
  `/tickets/?status[]=open&status[]=pending&days=${encodeURIComponent(JSON.stringify(days))}`
const listed = async (days: TicketDays) => {
  const page = await admin.ok<TicketPage>('GET', query(days))
  expect(page.count).toBe(page.tickets.length)
  return page.tickets.map(({ id }) => id).toSorted()
}
const ids = (...tickets: Ticket[]) => tickets.map(({ id }) => id).toSorted()

describe('tickets by days', () => {
  it('are those that were created, or last written in, in a span that moves with the calendar', async () => {
    expect(await listed({ of: 'created', span: 'today' })).toEqual(ids(fresh))
    expect(await listed({ of: 'created', span: 'yesterday' })).toEqual([])
    expect(await listed({ of: 'created', span: 'last7' })).toEqual(ids(fresh, recent))
    expect(await listed({ of: 'created', span: 'last30' })).toEqual(ids(fresh, recent, older))
    expect(await listed({ of: 'active', span: 'today' })).toEqual(ids(fresh, older))
    expect(await listed({ of: 'active', span: 'last7' })).toEqual(ids(fresh, recent, older))
  })

  it('are counted by the clock of the company, in whatever zone', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const [day] = await world.database.owner<{ first: string; last: string; before: string }[]>`
        update core.tenant t set time_zone = ${zone}
          from core.ticket k
         where t.id = ${world.a.id} and k.id = ${fresh.id}
        returning to_char(k.created_at at time zone ${zone}, 'YYYY-MM-DD') as first,
            to_char(now() at time zone ${zone}, 'YYYY-MM-DD') as last,
            to_char((k.created_at at time zone ${zone})::date - 1, 'YYYY-MM-DD') as before`
      expect(await listed({ of: 'created', from: day!.first, until: day!.last })).toEqual(ids(fresh))
      expect(await listed({ of: 'created', from: day!.before, until: day!.before })).toEqual([])
    }
  })

  it('go with the other filters, and into saved views with their counts', async () => {
    const days: TicketDays = { of: 'created', span: 'last7' }
    const none = await admin.ok<TicketPage>('GET', `${query(days)}&priorities[]=urgent`)
    expect(none.tickets).toEqual([])
    const view = await admin.ok<TicketView>('POST', '/ticket-views', { name: 'Da semana', filter: { days } })
    expect(view.filter.days).toEqual(days)
    expect(await admin.ok<TicketViewCount[]>('GET', '/ticket-views/counts')).toContainEqual({
      id: view.id,
      count: 2,
      capped: false,
    })
  })

  it('are refused where they are none', async () => {
    for (const days of [
      { of: 'created', span: 'century' },
      { of: 'created', from: '2026-02-31', until: '2026-03-01' },
      { of: 'created', from: '0000-01-01', until: '2026-03-01' },
      { of: 'active', from: '2026-03-02', until: '2026-03-01' },
    ])
      expect(await admin.refused('GET', query(days as TicketDays))).toBe('422 ERR_VALIDATION')
  })
})
