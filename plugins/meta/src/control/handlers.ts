import { Refusal, type PluginImplementation, type SessionContext, type TicketId } from '@recado/sdk'
import { askMeta } from '../api/as-refusal.ts'
import { pageApi, type MetaApi } from '../api/client.ts'
import { Done, ThreadOwners } from '../api/results.ts'
import type { plugin } from '../plugin.ts'
import type { ThreadOwner } from './routes.ts'

type Routes = PluginImplementation<typeof plugin>['routes']
type Ctx = Pick<SessionContext, 'core' | 'viewer' | 'connections' | 'signal'>
/** A conversation, and the way to it: in the name of its page, where that is known. */
interface Thread {
  readonly api: MetaApi | undefined
  readonly person: string
  /** What Meta is told of a conversation of Instagram, which the linked page routes. */
  readonly platform: { readonly platform?: 'instagram' }
}

/** Answers who has a conversation, and changes it. Nothing is kept: Meta alone knows it. */
export const controlHandlers: Pick<Routes, 'threadOwner' | 'takeControl' | 'releaseControl'> = {
  threadOwner: ({ params }, ctx) => inThread(ctx, params.ticketId, ownerOf),
  takeControl: ({ params }, ctx) => inThread(ctx, params.ticketId, afterAsking('take_thread_control')),
  releaseControl: ({ params }, ctx) => inThread(ctx, params.ticketId, afterAsking('release_thread_control')),
}

async function ownerOf({ api, person, platform }: Thread, signal: AbortSignal): Promise<ThreadOwner> {
  if (!api) return { owner: 'unknown', appId: null }
  const path = `/${api.config.accountId}/thread_owner?${new URLSearchParams({ recipient: person, ...platform })}`
  const { data } = await api.call({ method: 'GET', path, result: ThreadOwners, signal })
  const appId = data[0]?.thread_owner.app_id ?? null
  return { owner: appId === null ? 'nobody' : appId === api.config.appId ? 'here' : 'elsewhere', appId }
}

const afterAsking =
  (act: 'take_thread_control' | 'release_thread_control') =>
  async (thread: Thread, signal: AbortSignal): Promise<ThreadOwner> => {
    const { api, person, platform } = thread
    if (!api) throw new Refusal('ERR_NO_TICKET_FOUND')
    const path = `/${api.config.accountId}/${act}`
    await api.call({ path, result: Done, json: { recipient: { id: person }, ...platform }, signal })
    return ownerOf(thread, signal)
  }

/**
 * Works on the conversation of a ticket that this user sees, at a page of Facebook or an account of Instagram.
 * @throws Refusal ERR_NO_TICKET_FOUND, ERR_CONNECTION_INACTIVE; ERR_META_REFUSED with Meta's sentence, ERR_META_FAILED
 */
async function inThread<T>(
  ctx: Ctx,
  ticketId: TicketId,
  work: (thread: Thread, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { tickets, channels } = ctx.core
  const [[ticket], place] = await Promise.all([tickets.visibleTo(ctx.viewer, [ticketId]), channels.placeOf(ticketId)])
  const type = place && (await ctx.connections.list()).find(({ id }) => id === place.connection)?.type
  if (!ticket || !place || (type !== 'facebook' && type !== 'instagram')) throw new Refusal('ERR_NO_TICKET_FOUND')
  const platform = type === 'instagram' ? ({ platform: type } as const) : {}
  return askMeta(ctx, place.connection, async (connection) =>
    work({ api: await pageApi(connection, type), person: place.chat, platform }, ctx.signal),
  )
}
