import type {
  ChannelTypeInfo,
  PluginContext,
  PluginModule,
  UiContributions,
  PlatformSettings,
  SettingsForm,
} from '@recado/contracts'
import type { ChannelType } from '../channels/channel-catalogue.ts'
import type { PluginBlocks } from './plugin-blocks.ts'
import type { PluginFolder } from './discover.ts'
import type { PluginFault } from './fault.ts'
import type { PluginPool } from './plugin-database.ts'

/** A channel type as core runs it and as the shell shows it. */
export interface ProvidedChannel extends ChannelType {
  readonly info: ChannelTypeInfo
}

/** A plugin that came through every step of the start. */
export interface RunningPlugin extends PluginModule {
  readonly id: string
  readonly folder: PluginFolder
  readonly form: SettingsForm
  /** What it declares for the whole installation. */
  readonly platform: PlatformSettings
  readonly ui: UiContributions
  readonly channels: readonly ProvidedChannel[]
  readonly blocks: PluginBlocks
  readonly pool: PluginPool
  /** `fetch` behind the egress guard, with the plugin's own list of hosts and those that a company's settings name. */
  fetchFor(settings: Readonly<Record<string, unknown>>): typeof fetch
  /** TCP connections behind the same guard. */
  connectFor(settings: Readonly<Record<string, unknown>>): PluginContext['connect']
  /** Whether companies have it that never chose. */
  readonly enabledByDefault: boolean
  /** Aborted when this version is replaced or removed, for its work under way. */
  readonly retired: AbortController
}

/** A plugin that did not. `module` is known when the fault lies behind its import. */
export interface BrokenPlugin {
  readonly id: string
  readonly folder: PluginFolder
  readonly module: PluginModule | undefined
  readonly fault: PluginFault
}
