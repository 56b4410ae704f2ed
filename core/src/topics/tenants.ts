/* Ephemeral messages between nodes. The same changes are found in the database within seconds. */

/**
 * A company was changed by a master or reseller: plan, licence, status. Every node reads it again and reviews its
 * sessions.
 */
export const tenantChangedTopic = 'tenants.changed'
/** `licence`: another tier counts now, so that open clients have to start over. */
export interface TenantChangedNotice {
  readonly tenantId: string
  readonly licence: boolean
}
