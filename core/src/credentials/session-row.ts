import { Locale, mint, type QueueId, type Role, type TenantId, type UserId, type Viewer } from '@recado/contracts'
import type { Permissions, Rights } from './permissions.ts'

/** Row of a user as reviewed functions answer it, for every sign-in method. */
export interface ViewerRow {
  readonly tenant_id: string
  readonly user_id: string
  readonly active: boolean
  readonly deleted: boolean
  readonly blocked: boolean
  readonly must_enrol: boolean
  readonly name: string
  readonly profile: Role
  readonly is_master: boolean
  readonly is_reseller: boolean
  readonly role_permissions: string[] | null
  readonly granted: string[]
  readonly denied: string[]
  readonly locale: string
  readonly queue_ids: string[]
  readonly time_zone: string
}

/** A session as `core.find_sessions` answers it. */
export interface SessionRow extends ViewerRow {
  readonly session_id: string
  readonly over: boolean
  readonly end_reason: string | null
  readonly consent_version: number | null
  readonly confirmed_at: Date
  readonly login_hours: unknown
}

/** A viewer from a row. `within`: which permissions count, of those that the user holds; all of them without it. */
export function viewerOfRow(
  row: ViewerRow,
  permissions: Permissions,
  within: (permission: string) => boolean = () => true,
): Viewer {
  const rights: Rights = {
    role: row.profile,
    custom: row.role_permissions,
    granted: row.granted,
    denied: row.denied,
    isMaster: row.is_master,
    ofReseller: row.is_reseller,
  }
  return {
    tenantId: mint<TenantId>(row.tenant_id),
    userId: mint<UserId>(row.user_id),
    name: row.name,
    role: row.profile,
    queueIds: row.queue_ids.map((id) => mint<QueueId>(id)),
    locale: Locale.catch('pt-BR').parse(row.locale),
    can: (permission) => within(permission) && permissions.can(rights, permission),
  }
}
