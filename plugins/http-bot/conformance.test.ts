import { pluginConformance } from '@recado/sdk/testing'
import plugin from './src/server.ts'

pluginConformance(plugin, { folder: import.meta.dirname })
