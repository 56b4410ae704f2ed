import type { Distribution, ProtocolFormat, VisibilitySettings } from '@recado/contracts'

/**
 * How a company gives tickets to its people. `capacity` is how many open ones somebody may have at most; 0 is without
 * limit.
 */
export interface DistributionSettings {
  readonly mode: Distribution
  readonly capacity: number
  readonly walletRouting: boolean
}

/** What other rooms ask of the tenant's settings. Answers come from a short cache: safe on the hot path. */
export interface SettingsReader {
  visibility(tenantId: string): Promise<VisibilitySettings>
  /** Minutes after closing in which a customer's message does not reopen the ticket; 0 disables (S9-061, S9-062). */
  reopenBlockMinutes(tenantId: string): Promise<number>
  /** What a customer is told whose ticket is closed for inactivity; empty for nothing. */
  autoCloseMessage(tenantId: string): Promise<string>
  /** What contacts are told on their birthday, and through which connection; empty for none and for the default one. */
  birthdays(tenantId: string): Promise<{ readonly message: string; readonly connectionId: string }>
  distribution(tenantId: string): Promise<DistributionSettings>
  protocol(tenantId: string): Promise<ProtocolFormat>
  /** Whether everything that agents write is signed (S6-025). */
  forceSignature(tenantId: string): Promise<boolean>
  /** Tickets per page when a list does not say (S9-075). */
  ticketListLimit(tenantId: string): Promise<number>
}
