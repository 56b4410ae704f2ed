import { pluginConformance } from '@recado/sdk/testing'
import plugin from './src/server.ts'
import panels from './src/ui/panels.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  panels,
  settings: { provider: 'giphy', klipyKey: 'k-0123456789', giphyKey: 'g-0123456789', filter: 'low' },
  links: ['klipy.com', 'giphy.com'],
})
