import type { PluginContext } from '@recado/contracts'
import type { BoundTo } from '../vault/vault.ts'

/** A company's settings of a plugin, its licence, and the target of the plugin's secrets by these settings. */
export interface CompanyFacts extends Pick<PluginContext, 'settings' | 'tier'> {
  readonly target: BoundTo
}
