import type { TenantId, Viewer } from '@recado/contracts'

/** Who changes a contact: a user within their rights, or a plugin on its own, which reaches no wallets. */
export type ContactEditor =
  | Viewer
  | {
      readonly tenantId: TenantId
      readonly userId: null
      readonly plugin: string
      readonly can: Viewer['can']
    }
