import type { TenantId } from '@recado/sdk'
import type { drizzleOn } from '@recado/sdk/server'
import { asc, eq } from 'drizzle-orm'
import { variables } from './variable.table.ts'
import type { Variable } from './variable.ts'

type Tx = ReturnType<typeof drizzleOn>

/** The company's own variables, in their order. */
export const ownVariables = (tx: Tx, tenant: TenantId): Promise<Variable[]> =>
  tx
    .select({ key: variables.key, label: variables.label, value: variables.value })
    .from(variables)
    .where(eq(variables.tenantId, tenant))
    .orderBy(asc(variables.position))

/** Puts these in the place of all that were there. */
export async function replaceVariables(tx: Tx, tenant: TenantId, own: readonly Variable[]): Promise<void> {
  await tx.delete(variables).where(eq(variables.tenantId, tenant))
  if (own.length > 0)
    await tx.insert(variables).values(own.map((variable, position) => ({ ...variable, tenantId: tenant, position })))
}
