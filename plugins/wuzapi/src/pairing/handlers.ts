import { mint, Refusal, type ConnectionId, type PluginImplementation } from '@recado/sdk'
import type { plugin } from '../plugin.ts'
import { numberTopic } from './number.ts'

/** The session may be on another node: the number reaches it by its topic. */
export const pairingHandlers: Pick<PluginImplementation<typeof plugin>['routes'], 'pairByNumber'> = {
  async pairByNumber({ params, body }, ctx) {
    const known = (await ctx.connections.list()).find(({ id }) => id === params.connectionId)
    if (!known) throw new Refusal('ERR_NO_WAPP_FOUND')
    const connection = await ctx.connections.get(mint<ConnectionId>(params.connectionId))
    if (!connection) throw new Refusal('ERR_CONNECTION_INACTIVE')
    // Only a session that shows a code can be given another one.
    if (known.status !== 'qrcode') throw new Refusal('ERR_WAPP_NOT_INITIALIZED')
    connection.topics.publish(numberTopic, body.number)
    return {}
  },
}
