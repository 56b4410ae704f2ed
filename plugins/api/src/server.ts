import { implementPlugin } from '@recado/sdk'
import { connections, create, list, remove, renew, update } from './configurations/handlers.ts'
import { apiStatus, closeExternal, messageStatus, sendExternal, trySending } from './external/handlers.ts'
import { plugin } from './plugin.ts'
import { on } from './webhooks/status-events.ts'

export default implementPlugin(plugin, {
  on,
  routes: {
    list,
    connections,
    create,
    update,
    renew,
    remove,
    trial: trySending,
    send: sendExternal,
    status: apiStatus,
    message: messageStatus,
    close: closeExternal,
  },
})
