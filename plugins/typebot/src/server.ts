import { implementPlugin } from '@recado/sdk'
import { service } from './chat/service.ts'
import { plugin } from './plugin.ts'
import { startPreview } from './trial/start-preview.ts'

export default implementPlugin(plugin, {
  services: { bot: service },
  routes: {
    try: async ({ body }, { platformSettings: { typebotUrl: url }, platformSecrets, fetch }) => {
      const token = url === null ? undefined : await platformSecrets.get('typebotToken')
      if (url === null || token === undefined) return { outcome: 'unset', messages: 0 }
      return startPreview({ url, token, fetch }, body.typebotId)
    },
  },
})
