import { implementPlugin } from '@recado/sdk'
import { waba360Channel, wabaChannel } from './channel/channel.ts'
import { numberHandlers } from './number/handlers.ts'
import { onContacts } from './number/contacts.ts'
import { onHistory } from './number/history.ts'
import { plugin } from './plugin.ts'
import { signupHandlers } from './signup/handlers.ts'
import { syncBusinessApp } from './signup/sync.ts'
import { heldMedia } from './templates/header-files.ts'
import { templatesService } from './templates/service.ts'
import { templateImplementation } from './templates/implementation.ts'

export default implementPlugin(plugin, {
  channels: { waba: wabaChannel, waba360: waba360Channel },
  routes: { ...numberHandlers, ...signupHandlers, ...templateImplementation.routes },
  on: { ...templateImplementation.on, history: onHistory, contacts: onContacts },
  jobs: { ...templateImplementation.jobs, businessAppSync: syncBusinessApp },
  services: { templates: templatesService },
  lifecycle: { holdsMedia: heldMedia },
})
