import type { VisibilitySettings } from '@recado/contracts'

/** How protocol numbers are written (S3-079): `prefix`, date by `format`, number and suffix joined by `separator`. */
export interface ProtocolFormat { readonly format: string; readonly prefix: string; readonly suffix: string; readonly separator: string; readonly idPosition: 'start' | 'end' }

/** What other rooms ask of the tenant's settings. Answers come from a short cache: safe on the hot path. */
export interface SettingsReader {
  visibility(tenantId: string): Promise<VisibilitySettings>
  /** Minutes after closing in which a customer's message does not reopen the ticket; 0 disables (S9-061, S9-062). */
  reopenBlockMinutes(tenantId: string): Promise<number>
  protocol(tenantId: string): Promise<ProtocolFormat>
  /** Tickets per page when a list does not say (S9-075). */
  ticketListLimit(tenantId: string): Promise<number>
}
