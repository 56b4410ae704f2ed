import { mint, Refusal, type Plan, type PlanId, type PlanInput, type Viewer, type AuditAction } from '@recado/contracts'
import { and, asc, eq, sql } from 'drizzle-orm'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { foreignKeyViolation, sqlState, uniqueViolation } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import { scopeOf } from './scope.ts'
import { tenantChangedTopic, type TenantChangedNotice } from '../topics/tenants.ts'
import { plan } from '../tables/plan.table.ts'

/** More than anybody offers; bounds the one answer that holds them all. */
const most = 500
type Row = typeof plan.$inferSelect

/** Plans that companies are given: the platform's own, which masters keep, and each reseller's. */
export class PlansService {
  readonly #db: Database
  readonly #bus: Pick<EventBus, 'emit'>
  constructor(options: { db: Database; bus: Pick<EventBus, 'emit'> }) {
    this.#db = options.db
    this.#bus = options.bus
  }

  /** By name. Masters see everybody's. */
  async list(viewer: Viewer): Promise<Plan[]> {
    return this.#db.tenant(viewer.tenantId, async (tx) =>
      asPlans(
        tx,
        await tx.select().from(plan).where(ownedBy(viewer)).orderBy(asc(plan.name), asc(plan.id)).limit(most),
      ),
    )
  }

  create(viewer: Viewer, input: PlanInput): Promise<Plan> {
    return this.#change(viewer, 'plan.create', (tx) =>
      tx
        .insert(plan)
        .values({ id: newId(), resellerId: scopeOf(viewer), ...columns(input) })
        .returning(),
    )
  }

  /** With `apply` its companies get what it says now; without, they keep what they were given. */
  async update(viewer: Viewer, planId: PlanId, input: PlanInput, apply: boolean): Promise<Plan> {
    let companies: { apply_plan: string }[] = []
    const changed = await this.#change(
      viewer,
      'plan.change',
      async (tx) => {
        const rows = await tx
          .update(plan)
          .set({ ...columns(input), updatedAt: sql`now()` })
          .where(and(eq(plan.id, planId), ownedBy(viewer)))
          .returning()
        if (apply && rows.length > 0)
          companies = await tx.execute<{ apply_plan: string }>(sql`select core.apply_plan(${planId}) as apply_plan`)
        return rows
      },
      { applied: apply },
    )
    for (const { apply_plan: tenantId } of companies)
      this.#bus.emit(tenantChangedTopic, { tenantId, licence: true } satisfies TenantChangedNotice)
    return changed
  }

  /** @throws Refusal ERR_PLAN_IN_USE while companies have it */
  async remove(viewer: Viewer, planId: PlanId): Promise<void> {
    await this.#change(viewer, 'plan.delete', (tx) =>
      tx
        .delete(plan)
        .where(and(eq(plan.id, planId), ownedBy(viewer)))
        .returning(),
    )
  }

  async #change(
    viewer: Viewer,
    action: AuditAction,
    work: (tx: Tx) => Promise<Row[]>,
    facts: Record<string, unknown> = {},
  ): Promise<Plan> {
    try {
      return await this.#db.tenant(viewer.tenantId, async (tx) => {
        const [row] = await work(tx)
        if (!row) throw new Refusal('ERR_NO_PLAN_FOUND')
        await audit(tx, {
          tenantId: viewer.tenantId,
          userId: viewer.userId,
          action,
          subject: row.id,
          facts: { name: row.name, ...facts },
        })
        return (await asPlans(tx, [row]))[0]!
      })
    } catch (error) {
      if (sqlState(error) === uniqueViolation) throw new Refusal('ERR_PLAN_NAME_EXISTS')
      if (sqlState(error) === foreignKeyViolation) throw new Refusal('ERR_PLAN_IN_USE')
      throw error
    }
  }
}

function ownedBy(viewer: Viewer) {
  const reseller = scopeOf(viewer)
  return reseller === null ? undefined : eq(plan.resellerId, reseller)
}

const columns = ({ limits, ...input }: PlanInput) => ({
  ...input,
  maxUsers: limits.users,
  maxConnectedUsers: limits.connectedUsers,
  maxConnections: limits.connections,
  maxContacts: limits.contacts,
  maxStorage: limits.storage,
})

async function asPlans(tx: Tx, rows: readonly Row[]): Promise<Plan[]> {
  const counts =
    rows.length === 0
      ? []
      : await tx.execute<{ plan_id: string; companies: number }>(
          sql`select * from core.companies_of_plans(${sql.param(`{${rows.map((row) => row.id).join(',')}}`)}::uuid[])`,
        )
  const byPlan = new Map(counts.map((count) => [count.plan_id, count.companies]))
  return rows.map((row) => ({
    id: mint<PlanId>(row.id),
    name: row.name,
    description: row.description,
    tier: row.tier,
    limits: {
      users: row.maxUsers,
      connectedUsers: row.maxConnectedUsers,
      connections: row.maxConnections,
      contacts: row.maxContacts,
      storage: row.maxStorage,
    },
    trialDays: row.trialDays,
    isPublic: row.isPublic,
    isActive: row.isActive,
    companies: byPlan.get(row.id) ?? 0,
    ofPlatform: row.resellerId === null,
  }))
}
