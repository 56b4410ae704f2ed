import { pluginConformance } from '@recado/sdk/testing'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, { folder: import.meta.dirname, panels, steps: [] })
