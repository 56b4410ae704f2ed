import { ChannelError, Refusal, type ConnectionContext, type ConnectionId, type PluginContext } from '@recado/sdk'
import { refusal } from '../errors.ts'

/**
 * Asks Meta in the name of a connection, and puts what goes wrong into the catalogue's words.
 * @throws Refusal ERR_CONNECTION_INACTIVE; ERR_META_REFUSED with Meta's sentence, ERR_META_FAILED
 */
export async function askMeta<T>(
  ctx: Pick<PluginContext, 'connections'>,
  connectionId: ConnectionId,
  ask: (connection: ConnectionContext<Record<string, unknown>>) => Promise<T>,
): Promise<T> {
  const connection: ConnectionContext<Record<string, unknown>> | undefined = await ctx.connections.get(connectionId)
  if (!connection) throw new Refusal('ERR_CONNECTION_INACTIVE')
  try {
    return await ask(connection)
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    const isAnswer = error.certain && error.kind !== 'network'
    throw refusal(isAnswer ? 'ERR_META_REFUSED' : 'ERR_META_FAILED', { detail: error.message }, { cause: error })
  }
}
