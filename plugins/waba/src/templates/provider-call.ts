import { mint, Refusal, type ConnectionContext, type ConnectionId, type PluginContext } from '@recado/sdk'
import { cloudApi, type CloudApi } from '../api/client.ts'
import type { Provider } from '../api/transport.ts'
import { asRefusal } from '../api/as-refusal.ts'

/** The way to the provider of one connection, for work beside its conversations. */
export interface ProviderWay {
  readonly api: CloudApi
  readonly connection: ConnectionContext<Record<string, unknown>>
}

/**
 * Opens it and puts what goes wrong into the catalogue's words.
 * @throws Refusal ERR_CONNECTION_INACTIVE; ERR_PROVIDER_REFUSED with the provider's sentence, ERR_PROVIDER_FAILED where
 * it gave no answer
 */
export async function askProvider<T>(
  ctx: Pick<PluginContext, 'connections'>,
  connectionId: string,
  ask: (way: ProviderWay) => Promise<T>,
): Promise<T> {
  try {
    return await withProvider(ctx, connectionId, ask)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The same for jobs, which decide by the kind of error. @throws ChannelError; Refusal ERR_CONNECTION_INACTIVE */
export async function withProvider<T>(
  ctx: Pick<PluginContext, 'connections'>,
  connectionId: string,
  ask: (way: ProviderWay) => Promise<T>,
): Promise<T> {
  const id = mint<ConnectionId>(connectionId)
  const [connection, all] = await Promise.all([ctx.connections.get(id), ctx.connections.list()])
  const type = all.find((one) => one.id === id)?.type
  if (!connection || type === undefined) throw new Refusal('ERR_CONNECTION_INACTIVE')
  return ask({ connection, api: await cloudApi(connection, type as Provider) })
}
