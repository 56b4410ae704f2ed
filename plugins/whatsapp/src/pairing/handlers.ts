import { Refusal, type PluginImplementation } from '@recado/sdk'
import { connectionOf } from '../linking/connection-of.ts'
import type { plugin } from '../plugin.ts'
import { numberTopic } from './number.ts'

/** The session may be on another node: the number reaches it by its topic. */
export const pairingHandlers: Pick<PluginImplementation<typeof plugin>['routes'], 'pairByNumber'> = {
  async pairByNumber({ params, body }, ctx) {
    const connection = await connectionOf(ctx, params.connectionId)
    const known = (await ctx.connections.list()).find(({ id }) => id === params.connectionId)
    // Only a session that shows a code can be given another one.
    if (known?.status !== 'qrcode') throw new Refusal('ERR_WAPP_NOT_INITIALIZED')
    connection.topics.publish(numberTopic, body.number)
    return {}
  },
}
