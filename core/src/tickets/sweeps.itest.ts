import { returnsBeforeClosing, type Distribution, type Logger } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import { twoTenants, type TestTenant } from '../../../tests/harness/tenants.ts'
import { newId } from '../base/ids.ts'
import type { EventBus } from '../bus/bus.ts'
import { busOfTest } from '../bus/bus.rig.ts'
import type { DistributionSettings } from '../settings/settings-reader.ts'
import { TicketDistribution } from './distribution/ticket-distribution.ts'
import { IdleTickets, type IdleTicketsDeps } from './idle-tickets.ts'
import { transition, type TicketChangeRequest, type TicketState, type TicketTransition } from './transition.ts'

/* What the SQL of the sweeps moves, and to where, is what the table of states in transition.ts says. */

/** Tickets of one company in one run. */
const most = 8
const log: Logger = { debug() {}, info() {}, warn() {}, error: (facts) => failures.push(facts) }
const failures: object[] = []

let database: TestDatabase
let bus: EventBus
let companies: readonly TestTenant[]
const contacts = new Map<string, readonly string[]>()

beforeAll(async () => {
  database = await testDatabase()
  bus = await busOfTest({ db: database.db, log })
  const { a, b } = await twoTenants(database.owner)
  companies = [a, b]
  for (const { id: tenant_id } of companies) {
    const ids = Array.from({ length: most }, () => newId())
    contacts.set(tenant_id, ids)
    await database.owner`
      insert into core.contact ${database.owner(ids.map((id) => ({ id, tenant_id, name: 'Contato' })))}`
  }
})
afterAll(async () => {
  await bus?.close()
  await database?.drop()
})

interface Row {
  readonly state: 'open' | 'pending' | 'closed' | 'group'
  readonly owner: 'user' | 'colleague'
  readonly queue: 'sales' | 'support' | null
  readonly bot: string | null
  readonly idleMinutes: number
  readonly answered: boolean
  readonly isPutOff: boolean
}
const anyRow: fc.Arbitrary<Row> = fc.record({
  state: fc.constantFrom('open', 'open', 'pending', 'pending', 'closed', 'group'),
  owner: fc.constantFrom('user', 'colleague'),
  queue: fc.constantFrom('sales', 'support', null),
  bot: fc.constantFrom(null, null, 'some-bot'),
  idleMinutes: fc.integer({ min: 0, max: 40 }),
  answered: fc.boolean(),
  isPutOff: fc.constantFrom(false, false, false, true),
})
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: most })

interface Placed extends Row {
  readonly id: string
  readonly company: TestTenant
  readonly before: TicketState
}

/** These tickets and no others. An open ticket has a user, a waiting one has none; only an open one is put off. */
async function place(rowsOf: readonly (readonly Row[])[]): Promise<Placed[]> {
  const placed = rowsOf.flatMap((rows, index) => {
    const company = companies[index]!
    return rows.map((row): Placed => {
      const userId = ['pending', 'group'].includes(row.state) ? null : company[row.owner].id
      const before = { status: row.state, userId, queueId: row.queue && company[row.queue] }
      return { ...row, isPutOff: row.isPutOff && row.state === 'open', id: newId(), company, before }
    })
  })
  const { owner } = database
  await owner`delete from core.ticket_log`
  await owner`delete from core.ticket`
  for (const company of companies) {
    const own = placed.filter((one) => one.company === company)
    const rows = own.map(({ id, before, idleMinutes, answered, isPutOff, bot }, index) => ({
      id,
      tenant_id: company.id,
      status: before.status,
      user_id: before.userId,
      queue_id: before.queueId,
      bot,
      answered,
      // Half a minute off, so that no test run is long enough to cross a bound.
      last_message_at: new Date(Date.now() - (idleMinutes + 0.5) * 60_000),
      created_at: new Date(Date.now() - 60 * 60_000),
      snoozed_at: isPutOff ? new Date() : null,
      closed_at: before.status === 'closed' ? new Date() : null,
      protocol: 'p',
      contact_id: contacts.get(company.id)![index]!,
      connection_id: company.connection,
      channel: 'test-channel',
      chat: contacts.get(company.id)![index]!,
    }))
    await owner`insert into core.ticket ${owner(rows)}`
  }
  return placed
}

interface Found extends TicketState {
  readonly bot: string | null
  readonly isClosed: boolean
}
async function found(placed: readonly Placed[]): Promise<Found[]> {
  const rows = await database.owner<({ id: string } & Found)[]>`
    select id, status, user_id as "userId", queue_id as "queueId", bot, closed_at is not null as "isClosed"
      from core.ticket where id = any (${placed.map(({ id }) => id)}::uuid[])`
  const byId = new Map(rows.map(({ id, ...row }) => [id, row]))
  return placed.map(({ id }) => byId.get(id)!)
}

/** The settings of a company, and of its queue sales, where null leaves them to the company. */
async function settle(
  company: TestTenant,
  settings: Readonly<Record<string, unknown>>,
  queue: Readonly<Record<string, number | string | null>>,
): Promise<void> {
  const { owner } = database
  await owner`delete from core.setting where tenant_id = ${company.id}`
  for (const [key, value] of Object.entries(settings))
    await owner`
      insert into core.setting (tenant_id, key, value) values (${company.id}, ${key}, ${owner.json(value as never)})`
  await owner`update core.queue set ${owner(queue)} where tenant_id = ${company.id} and id = ${company.sales}`
}

/** The change, where the table has it for nobody in particular. */
function permitted(state: TicketState, change: TicketChangeRequest): TicketTransition | undefined {
  try {
    return transition(state, change, null)
  } catch {
    return undefined
  }
}
/** A ticket as a change leaves it; one that is closed or has a user has no bot any more. */
const afterwards = ({ before, bot }: Placed, change: TicketTransition | undefined): Found => ({
  ...(change?.next ?? before),
  bot: change?.closed || (change && change.next.userId !== null) ? null : bot,
  isClosed: change?.closed ?? before.status === 'closed',
})

it('what is idle is closed or returned where the table of states lets it, and nothing else moves', async () => {
  const minutes = fc.constantFrom(0, 10, 30)
  const anyRules = fc.record({
    close: minutes,
    giveBack: minutes,
    spares: fc.boolean(),
    queueClose: fc.option(minutes),
    queueGiveBack: fc.option(minutes),
  })
  const idle = new IdleTickets({
    db: database.db,
    bus,
    feed: { show: async () => undefined } as unknown as IdleTicketsDeps['feed'],
    settings: { get: async () => '' as never },
    words: { store: async () => undefined } as unknown as IdleTicketsDeps['words'],
    wake: () => undefined,
    clock: { now: () => new Date() },
    log,
  })
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyRules, anyRules), fc.tuple(anyRows, anyRows), async (rulesOf, rowsOf) => {
      for (const [index, { close, giveBack, spares, queueClose, queueGiveBack }] of rulesOf.entries())
        await settle(
          companies[index]!,
          { autoCloseMinutes: close, returnToQueueMinutes: giveBack, autoCloseSparesWaiting: spares },
          { auto_close_minutes: queueClose, return_to_queue_minutes: queueGiveBack },
        )
      const placed = await place(rowsOf)
      const expected = placed.map((ticket) => {
        const rules = rulesOf[companies.indexOf(ticket.company)]!
        const ofQueue = ticket.queue === 'sales'
        const close = (ofQueue ? rules.queueClose : null) ?? rules.close
        const giveBack = (ofQueue ? rules.queueGiveBack : null) ?? rules.giveBack
        const isIdle = (after: number): boolean => after > 0 && !ticket.isPutOff && ticket.idleMinutes >= after
        const closing =
          isIdle(close) && (ticket.answered || !rules.spares) && permitted(ticket.before, { status: 'closed' })
        const returning =
          isIdle(giveBack) && returnsBeforeClosing(giveBack, close) && permitted(ticket.before, { status: 'pending' })
        return afterwards(ticket, closing || returning || undefined)
      })
      await idle.sweep()
      expect(await found(placed)).toEqual(expected)
      expect(failures).toEqual([])
    }),
    { numRuns: 40 },
  )
})

it('what waits is given away where the table of states opens it, and only its companies are named', async () => {
  const mode = fc.constantFrom<Distribution>('none', 'balance', 'random')
  const anyRules = fc.record({
    mode,
    ofQueue: fc.option(mode),
    wallets: fc.boolean(),
    online: fc.subarray(['user', 'colleague'] as const),
  })
  const settingsOf = new Map<string, DistributionSettings>()
  const distribution = new TicketDistribution({
    db: database.db,
    bus,
    feed: { show: async () => undefined } as unknown as IdleTicketsDeps['feed'],
    settings: { distribution: async (tenantId) => settingsOf.get(tenantId)! },
    timeZone: async () => 'America/Sao_Paulo',
    permissions: { can: () => true },
    clock: { now: () => new Date() },
    log,
  })
  const places = { sales: 'user', support: 'colleague' } as const
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyRules, anyRules), fc.tuple(anyRows, anyRows), async (rulesOf, rowsOf) => {
      const { owner } = database
      for (const [index, rules] of rulesOf.entries()) {
        const company = companies[index]!
        const online = rules.online.map((name) => company[name].id)
        const values = { autoDistribution: rules.mode, walletRouting: rules.wallets }
        await settle(company, values, { distribution: rules.ofQueue })
        settingsOf.set(company.id, { mode: rules.mode, capacity: 0, walletRouting: rules.wallets })
        await owner`
          update core.user_account set is_online = id = any (${online}::uuid[]) where tenant_id = ${company.id}`
      }
      const placed = await place(rowsOf)
      const waits = ({ before, bot, company }: Placed): boolean =>
        bot === null && permitted(before, { userId: company.user.id })?.started === true
      const receiver = (ticket: Placed) => {
        const rules = rulesOf[companies.indexOf(ticket.company)]!
        if (ticket.queue === null || !waits(ticket)) return undefined
        const way = (ticket.queue === 'sales' ? rules.ofQueue : null) ?? rules.mode
        const user = places[ticket.queue]
        return way !== 'none' && rules.online.includes(user) ? ticket.company[user].id : undefined
      }
      const named = await database.db.platform((tx) =>
        tx.execute<{ tenant_id: string }>(sql`select tenant_id from core.companies_to_distribute(10)`),
      )
      const isNamed = (company: TestTenant, index: number): boolean => {
        const { wallets, online } = rulesOf[index]!
        const own = placed.filter((ticket) => ticket.company === company)
        return own.some((ticket) => receiver(ticket) !== undefined || (wallets && online.length > 0 && waits(ticket)))
      }
      expect(named.map((row) => row.tenant_id).toSorted()).toEqual(
        companies
          .filter(isNamed)
          .map(({ id }) => id)
          .toSorted(),
      )
      await distribution.sweep()
      expect(await found(placed)).toEqual(
        placed.map((ticket) => {
          const userId = receiver(ticket)
          return afterwards(ticket, userId && permitted(ticket.before, { userId }))
        }),
      )
      expect(failures).toEqual([])
    }),
    { numRuns: 40 },
  )
})
