import type { CompanySettingKey } from '@recado/contracts'

/**
 * Ephemeral: a setting of a company changed. Every node reads it again; sockets start over when it decides visibility.
 */
export const settingChangedTopic = 'settings.changed'
export interface SettingChangedNotice {
  readonly tenantId: string
  readonly key: CompanySettingKey
}
