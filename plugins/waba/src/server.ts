import { implementPlugin } from '@recado/sdk'
import { waba360Channel, wabaChannel } from './channel/channel.ts'
import { numberHandlers } from './number/handlers.ts'
import { onHistory } from './number/history.ts'
import { plugin } from './plugin.ts'
import { heldMedia } from './templates/header-files.ts'
import { templatesService } from './templates/service.ts'
import { templateImplementation } from './templates/implementation.ts'

export default implementPlugin(plugin, {
  channels: { waba: wabaChannel, waba360: waba360Channel },
  routes: { ...numberHandlers, ...templateImplementation.routes },
  on: { ...templateImplementation.on, history: onHistory },
  jobs: templateImplementation.jobs,
  services: { templates: templatesService },
  lifecycle: { holdsMedia: heldMedia },
})
