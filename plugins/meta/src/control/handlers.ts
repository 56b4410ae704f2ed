import {
  ChannelError,
  Refusal,
  type ConnectionContext,
  type PluginImplementation,
  type SessionContext,
  type TicketId,
} from '@recado/sdk'
import { metaApi, type MetaApi } from '../api/client.ts'
import { Done, ThreadOwners } from '../api/results.ts'
import { refusal } from '../errors.ts'
import type { plugin } from '../plugin.ts'
import type { ThreadOwner } from './routes.ts'

type Routes = PluginImplementation<typeof plugin>['routes']
type Ctx = Pick<SessionContext, 'core' | 'viewer' | 'connections' | 'signal'>
/** A conversation of a page, and the way to it. */
interface Thread {
  readonly api: MetaApi
  readonly person: string
}

/** Answers who has a conversation, and changes it. Nothing is kept: Meta alone knows it. */
export const controlHandlers: Pick<Routes, 'threadOwner' | 'takeControl' | 'releaseControl'> = {
  threadOwner: ({ params }, ctx) => inThread(ctx, params.ticketId, ownerOf),
  takeControl: ({ params }, ctx) => inThread(ctx, params.ticketId, afterAsking('take_thread_control')),
  releaseControl: ({ params }, ctx) => inThread(ctx, params.ticketId, afterAsking('release_thread_control')),
}

async function ownerOf({ api, person }: Thread, signal: AbortSignal): Promise<ThreadOwner> {
  const path = `/${api.config.accountId}/thread_owner?${new URLSearchParams({ recipient: person })}`
  const { data } = await api.call({ method: 'GET', path, result: ThreadOwners, signal })
  const appId = data[0]?.thread_owner.app_id ?? null
  return { owner: appId === null ? 'nobody' : appId === api.config.appId ? 'here' : 'elsewhere', appId }
}

const afterAsking =
  (act: 'take_thread_control' | 'release_thread_control') =>
  async (thread: Thread, signal: AbortSignal): Promise<ThreadOwner> => {
    const { api, person } = thread
    const path = `/${api.config.accountId}/${act}`
    await api.call({ path, result: Done, json: { recipient: { id: person } }, signal })
    return ownerOf(thread, signal)
  }

/**
 * Works on the conversation of a ticket that this user sees, at a page of Facebook.
 * @throws Refusal ERR_NO_TICKET_FOUND, ERR_CONNECTION_INACTIVE; ERR_META_REFUSED with Meta's sentence, ERR_META_FAILED
 */
async function inThread<T>(
  ctx: Ctx,
  ticketId: TicketId,
  work: (thread: Thread, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { tickets, channels } = ctx.core
  const [[ticket], place] = await Promise.all([tickets.visibleTo(ctx.viewer, [ticketId]), channels.placeOf(ticketId)])
  const known = place && (await ctx.connections.list()).find(({ id }) => id === place.connection)
  if (!ticket || !place || known?.type !== 'facebook') throw new Refusal('ERR_NO_TICKET_FOUND')
  const connection: ConnectionContext<Record<string, unknown>> | undefined = await ctx.connections.get(place.connection)
  if (!connection) throw new Refusal('ERR_CONNECTION_INACTIVE')
  try {
    return await work({ api: await metaApi(connection, 'facebook'), person: place.chat }, ctx.signal)
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    const isAnswer = error.certain && error.kind !== 'network'
    throw refusal(isAnswer ? 'ERR_META_REFUSED' : 'ERR_META_FAILED', { detail: error.message }, { cause: error })
  }
}
