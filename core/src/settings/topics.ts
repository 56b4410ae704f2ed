import type { CompanySettingKey } from '@recado/contracts'

/**
 * Ephemeral: a setting of a company changed. Every node reads it anew; sockets start over when it decides what they
 * see.
 */
export const settingChangedTopic = 'settings.changed'
export interface SettingChangedNotice {
  readonly tenantId: string
  readonly key: CompanySettingKey
}
