import { and, desc, eq, ne } from 'drizzle-orm'
import postgres from 'postgres'
import { openDatabase, type SqlBuilder } from '../../core/src/db/database.ts'
import { ticket } from '../../core/src/tables/ticket.table.ts'
import { benchId } from './cluster.ts'
import { makeCompanies, makeConversations } from './companies.ts'
import { atLeast, type Group } from './figure.ts'
import { alternating, closedLoop } from './measure.ts'
import { someTenant } from './webhooks.ts'

const tenants = 100
const page = 40
/** Statements in one transaction, so that what is compared is the statements and not the transaction around them. */
const perTransaction = 50

export const database: Group = {
  name: 'database',
  title: 'Reads of a tenant',
  notes: [
    'A list of 40 tickets. `db.read` sets the tenant and reads behind row-level security in one round trip; the ' +
      'limit is the same query with its tenant predicate alone, outside of a transaction, as the owner.',
  ],
  async run({ cluster, rounds, seconds }) {
    const world = await cluster.database('reads')
    await makeCompanies(world, { tenants, usersPerTenant: 1 })
    await makeConversations(world, tenants)
    const db = openDatabase({ url: world.appUrl, poolSize: 16 })
    const plain = postgres(world.ownerUrl, { max: 16, onnotice: () => undefined })
    const anyTenant = (): string => benchId('tenant', someTenant(tenants))
    const list = (sql: SqlBuilder, tenant: string) => sql`
      select *
        from core.ticket
       where tenant_id = ${tenant} and status <> 'closed'
       order by updated_at desc, id desc limit ${page}`
    const walled = (inFlight: number) => async () => ({
      ...(await closedLoop(inFlight, seconds / 2, () => {
        const tenant = anyTenant()
        return db.read(tenant, (sql) => [list(sql, tenant)])
      })),
    })
    const open = (inFlight: number) => async () => ({
      ...(await closedLoop(inFlight, seconds / 2, () => list(plain as unknown as SqlBuilder, anyTenant()))),
    })
    const drizzled = async () => ({
      ...(await closedLoop(4, seconds / 2, () => {
        const tenant = anyTenant()
        return db.tenant(tenant, async (tx) => {
          for (let done = 0; done < perTransaction; done++)
            await tx
              .select()
              .from(ticket)
              .where(and(eq(ticket.tenantId, tenant), ne(ticket.status, 'closed')))
              .orderBy(desc(ticket.updatedAt), desc(ticket.id))
              .limit(page)
        })
      })),
    })
    const raw = async () => ({
      ...(await closedLoop(4, seconds / 2, () => {
        const tenant = anyTenant()
        return db.raw.begin(async (sql) => {
          await sql`select set_config('app.tenant', ${tenant}, true)`
          for (let done = 0; done < perTransaction; done++) await list(sql as unknown as SqlBuilder, tenant)
        })
      })),
    })
    try {
      const sides = { open1: open(1), walled1: walled(1), open16: open(16), walled16: walled(16), raw, drizzled }
      for (const side of Object.values(sides)) await side()
      const seen = await alternating(rounds, sides)
      return [
        {
          what: 'db.read behind row-level security, 1 in flight',
          value: seen.walled1.perSecond,
          unit: '/s',
          limit: { what: 'plain where, autocommit', value: seen.open1.perSecond },
          aims: [atLeast(0.55)],
        },
        {
          what: 'db.read behind row-level security, 16 in flight',
          value: seen.walled16.perSecond,
          unit: '/s',
          limit: { what: 'plain where, autocommit', value: seen.open16.perSecond },
          aims: [atLeast(0.55)],
        },
        {
          what: 'drizzle list on our client',
          value: seen.drizzled.perSecond * perTransaction,
          unit: '/s',
          limit: { what: 'raw prepared', value: seen.raw.perSecond * perTransaction },
          aims: [atLeast(0.45)],
        },
      ]
    } finally {
      await plain.end()
      await db.close()
      await world.drop()
    }
  },
}
