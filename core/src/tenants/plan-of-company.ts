import { Refusal, type PlanId } from '@recado/contracts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../db/database.ts'
import { plan } from '../tables/plan.table.ts'

/** A plan's columns of core.tenant. A reseller gives its own plans only. @throws Refusal ERR_NO_PLAN_FOUND */
export async function planFor(tx: Tx, reseller: string | null, planId: PlanId): Promise<Record<string, unknown>> {
  const [found] = await tx
    .select()
    .from(plan)
    .where(
      and(eq(plan.id, planId), eq(plan.isActive, true), ...(reseller === null ? [] : [eq(plan.resellerId, reseller)])),
    )
  if (!found) throw new Refusal('ERR_NO_PLAN_FOUND')
  return {
    tier: found.tier,
    max_users: found.maxUsers,
    max_connected_users: found.maxConnectedUsers,
    max_connections: found.maxConnections,
    max_contacts: found.maxContacts,
    max_storage: found.maxStorage,
  }
}
