import type { PluginContext, ShapeOf } from '@recado/sdk'
import type { plugin } from './plugin.ts'

/** What the plugin has at hand, in jobs and in routes. */
export type ImportContext = PluginContext<ShapeOf<typeof plugin>>
