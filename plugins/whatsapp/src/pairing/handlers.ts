import type { PluginImplementation } from '@recado/sdk'
import { connectionOf } from '../linking/connection-of.ts'
import type { plugin } from '../plugin.ts'
import { numberTopic } from './number.ts'

/** The session may be on another node: the number reaches it by its topic. */
export const pairingHandlers: Pick<PluginImplementation<typeof plugin>['routes'], 'pairByNumber'> = {
  async pairByNumber({ params, body }, ctx) {
    ;(await connectionOf(ctx, params.connectionId)).topics.publish(numberTopic, body.number)
    return {}
  },
}
