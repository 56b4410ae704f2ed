import type { PluginContext, ShapeOf } from '@recado/sdk'
import type { Definition } from './plugin.ts'

/** Context of the plugin's own code. */
export type Context = PluginContext<ShapeOf<Definition>>
