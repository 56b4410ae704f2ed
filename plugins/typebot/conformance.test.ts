import { pluginConformance } from '@recado/sdk/testing'
import plugin from './src/server.ts'

pluginConformance(plugin, {
  folder: import.meta.dirname,
  links: ['youtu.be', 'vimeo.com'],
  platformSettings: {
    typebotUrl: 'https://bot.example',
    typebotToken: 'a-token',
    typebotDatabaseUrl: 'postgres://user:password@bot.example/typebot',
  },
})
