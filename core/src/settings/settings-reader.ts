import type { CompanySettingKey, CompanySettings, Distribution, VisibilitySettings } from '@recado/contracts'

/**
 * A company's rules of distribution. `capacity` is the greatest number of open tickets of a user; 0 is without limit.
 */
export interface DistributionSettings {
  readonly mode: Distribution
  readonly capacity: number
  readonly walletRouting: boolean
}

/** Reads the settings of companies for the rest of core. Answers come from a short cache: safe on the hot path. */
export interface SettingsReader {
  get<Key extends CompanySettingKey>(tenantId: string, key: Key): Promise<CompanySettings[Key]>
  visibility(tenantId: string): Promise<VisibilitySettings>
  /** Message that contacts get on their birthday, empty for none, and its connection, empty for the default one. */
  birthdays(tenantId: string): Promise<{ readonly message: string; readonly connectionId: string }>
  distribution(tenantId: string): Promise<DistributionSettings>
}
