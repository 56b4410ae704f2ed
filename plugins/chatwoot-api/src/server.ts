import { implementPlugin } from '@recado/sdk'
import { openCable } from './cable/cable.ts'
import { inboxImplementation } from './channel/session.ts'
import { makeToken, notes, overview, removeToken } from './company/handlers.ts'
import { exportContact, forgetContact } from './contacts/personal-data.ts'
import { readFile } from './files/file-address.ts'
import { accountHandlers } from './http/routes-of-account.ts'
import { plugin } from './plugin.ts'
import { publicHandlers } from './public/handlers.ts'
import { on } from './webhooks/events.ts'

export default implementPlugin(plugin, {
  channels: { inbox: inboxImplementation },
  routes: { ...accountHandlers, ...publicHandlers, file: readFile, notes, overview, makeToken, removeToken },
  on,
  sockets: { cable: openCable },
  lifecycle: {
    forget: (ctx, _contact, footprint) => forgetContact(ctx, footprint),
    export: (ctx, _contact, footprint) => exportContact(ctx, footprint),
  },
})
