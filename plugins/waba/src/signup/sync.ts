import { ChannelError, type PluginContext } from '@recado/sdk'
import * as z from 'zod'
import { Done } from '../api/results.ts'
import { takeWebhook } from '../channel/subscription.ts'
import { onHistory } from '../number/history.ts'
import { withProvider } from '../templates/provider-call.ts'

export const syncJobs = {
  /** Asks for contacts and past of a number that is used in the Business app too: Meta allows it once, for a day. */
  businessAppSync: z.object({ connectionId: z.uuid() }),
}

/** What to ask for, in this order. */
type SyncType = 'smb_app_state_sync' | 'history'

/**
 * Asks Meta for the contacts of the app and for the past of its conversations. Both come to the webhook, so its address
 * is set first.
 */
export async function syncBusinessApp(
  { connectionId }: z.output<typeof syncJobs.businessAppSync>,
  ctx: Pick<PluginContext, 'connections' | 'db' | 'tenant' | 'signal' | 'log'>,
): Promise<void> {
  await withProvider(ctx, connectionId, async ({ api, connection }) => {
    const { version, phoneNumberId, businessAccountId } = api.config
    const ask = (sync_type: SyncType): Promise<unknown> =>
      api.call({
        path: `/${version}/${phoneNumberId}/smb_app_data`,
        result: Done,
        json: { messaging_product: 'whatsapp', sync_type },
        signal: ctx.signal,
      })
    const told = (state: 'running' | 'failed', reason: string | null): Promise<void> =>
      onHistory(
        {
          connectionId,
          businessAccountId: businessAccountId ?? null,
          state,
          progress: state === 'running' ? 0 : null,
          reason,
        },
        ctx,
      )
    if (connection.callbackUrl) await takeWebhook(api, connection.secrets, connection.callbackUrl, ctx.signal)
    const refusedContacts = await ask('smb_app_state_sync').catch(refusedForGood)
    if (ChannelError.is(refusedContacts))
      ctx.log.warn(
        { connectionId, reason: refusedContacts.message },
        'Meta does not give the contacts of the Business app',
      )
    await told('running', null)
    const refusedPast = await ask('history').catch(refusedForGood)
    if (ChannelError.is(refusedPast)) await told('failed', refusedPast.message)
  })
}

/** What waiting does not mend; everything else is tried again. */
function refusedForGood(error: unknown): ChannelError {
  if (!ChannelError.is(error) || !error.certain || ['network', 'provider', 'rateLimited'].includes(error.kind))
    throw error
  return error
}
