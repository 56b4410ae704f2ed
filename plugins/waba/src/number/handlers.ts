import { ChannelError, mint, Refusal, type ConnectionId, type PluginImplementation } from '@recado/sdk'
import { cloudApi } from '../api/client.ts'
import type { Provider } from '../api/transport.ts'
import type { plugin } from '../plugin.ts'
import { numberState } from './facts.ts'
import { historyOf } from './history.ts'

/** Data below a connection's card. A failure of the provider is part of the answer: the card shows it. */
export const numberHandlers: Pick<PluginImplementation<typeof plugin>['routes'], 'number'> = {
  async number({ params, signal }, ctx) {
    const known = (await ctx.connections.list()).find(({ id }) => id === params.connectionId)
    if (!known) throw new Refusal('ERR_NO_WAPP_FOUND')
    const connection = await ctx.connections.get(mint<ConnectionId>(params.connectionId))
    if (!connection) throw new Refusal('ERR_CONNECTION_INACTIVE')
    const history = await historyOf(ctx, params.connectionId)
    try {
      return { ...(await numberState(await cloudApi(connection, known.type as Provider), signal)), history }
    } catch (error) {
      if (!ChannelError.is(error)) throw error
      return {
        phone: null,
        name: null,
        quality: null,
        limit: null,
        status: null,
        throughput: null,
        canSend: null,
        trouble: { code: error.code, message: error.message },
        history,
      }
    }
  },
}
