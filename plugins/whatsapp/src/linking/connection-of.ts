import { mint, Refusal, type ConnectionContext, type ConnectionId, type PluginImplementation } from '@recado/sdk'
import type { plugin } from '../plugin.ts'

type Ctx = Parameters<PluginImplementation<typeof plugin>['routes']['passkey']>[1]

/** The connection that a route of the linking is about. @throws Refusal where it is not the company's, or is off */
export async function connectionOf(ctx: Ctx, id: string): Promise<ConnectionContext<Record<string, unknown>>> {
  const known = (await ctx.connections.list()).find((one) => one.id === id)
  if (!known) throw new Refusal('ERR_NO_WAPP_FOUND')
  const connection = await ctx.connections.get(mint<ConnectionId>(id))
  if (!connection) throw new Refusal('ERR_CONNECTION_INACTIVE')
  return connection
}
