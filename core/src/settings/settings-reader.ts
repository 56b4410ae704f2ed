import type { Distribution, ProtocolFormat, VisibilitySettings } from '@recado/contracts'

/**
 * A company's rules of distribution. `capacity` is the greatest number of open tickets of a user; 0 is without limit.
 */
export interface DistributionSettings {
  readonly mode: Distribution
  readonly capacity: number
  readonly walletRouting: boolean
}

/** Readings of the tenant's settings for the rest of core. Answers come from a short cache: safe on the hot path. */
export interface SettingsReader {
  visibility(tenantId: string): Promise<VisibilitySettings>
  /** Minutes after closing in which a customer's message does not reopen the ticket; 0 disables (S9-061, S9-062). */
  reopenBlockMinutes(tenantId: string): Promise<number>
  /** Message to a customer whose ticket is closed for inactivity; empty for none. */
  autoCloseMessage(tenantId: string): Promise<string>
  /** Birthday message, and its connection; empty for none and for the default one. */
  birthdays(tenantId: string): Promise<{ readonly message: string; readonly connectionId: string }>
  distribution(tenantId: string): Promise<DistributionSettings>
  protocol(tenantId: string): Promise<ProtocolFormat>
  /** Whether everything that agents write is signed (S6-025). */
  forceSignature(tenantId: string): Promise<boolean>
  /** Tickets per page when a list does not say (S9-075). */
  ticketListLimit(tenantId: string): Promise<number>
}
