import { failedCheck } from '@recado/sdk/server'
import type { ConnectionContext } from '@recado/sdk'
import type { WhatsappConfig } from './config.ts'

const server = 'https://web.whatsapp.com'

/** Step `reach`: WhatsApp's server takes a connection, through the proxy where there is one. */
export async function check(ctx: ConnectionContext<WhatsappConfig>) {
  const { hostname, port, protocol } = new URL(ctx.config.server ?? server)
  try {
    const socket = await ctx.connect(hostname, Number(port || (protocol === 'http:' ? 80 : 443)), ctx.signal)
    socket.destroy()
    return { ok: true as const, identity: ctx.name }
  } catch (error) {
    return failedCheck(error)
  }
}
