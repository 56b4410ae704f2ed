import { implementPlugin } from '@recado/sdk'
import { facebookChannel, instagramChannel } from './channel/channel.ts'
import { controlHandlers } from './control/handlers.ts'
import { plugin } from './plugin.ts'
import { templateHandlers } from './templates/handlers.ts'
import { templatesService } from './templates/service.ts'

export default implementPlugin(plugin, {
  channels: { instagram: instagramChannel, facebook: facebookChannel },
  routes: { ...controlHandlers, ...templateHandlers },
  on: {},
  jobs: {},
  services: { templates: templatesService },
})
