/* Ephemeral messages between nodes. What they speed up is also found in the database within seconds. */

/**
 * A company was changed by who looks after it: plan, licence, status. Every node reads it anew and reviews its
 * sessions.
 */
export const tenantChangedTopic = 'tenants.changed'
/** `licence`: another tier counts now, so that open clients have to start over. */
export interface TenantChangedNotice {
  readonly tenantId: string
  readonly licence: boolean
}
