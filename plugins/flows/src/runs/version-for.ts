import type { Contact } from '@recado/sdk'
import { and, eq } from 'drizzle-orm'
import { flows, versions } from '../flows/flow.table.ts'
import { lock, versionOfDraft, type Tx } from '../flows/flow-store.ts'
import { faultsOf, isFaulty } from '../graph/faults.ts'

/**
 * The version that a conversation with this contact follows: the published one of an active flow; of any other the
 * draft, for its test number alone (S3-032). Undefined where the flow does not answer.
 */
export async function versionFor(
  tx: Tx,
  tenantId: string,
  flowId: string,
  contact: Pick<Contact, 'number'>,
): Promise<string | undefined> {
  const [flow] = await tx
    .select({ isActive: flows.isActive, testNumber: flows.testNumber, versionId: versions.id })
    .from(flows)
    .leftJoin(
      versions,
      and(eq(versions.tenantId, flows.tenantId), eq(versions.flowId, flows.id), eq(versions.number, flows.version)),
    )
    .where(and(eq(flows.tenantId, tenantId), eq(flows.id, flowId)))
  if (!flow) return undefined
  if (flow.isActive) return flow.versionId ?? undefined
  if (flow.testNumber === '' || contact.number?.replace(/\D/g, '') !== flow.testNumber) return undefined
  const row = await lock(tx, tenantId, flowId)
  return isFaulty(faultsOf(row.draft)) ? undefined : versionOfDraft(tx, row)
}
