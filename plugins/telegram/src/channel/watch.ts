import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type ConnectionContext } from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { WebhookInfo } from '../api/results.ts'
import type { TelegramConfig } from './config.ts'

const everyMs = 60_000

/**
 * Checks periodically whether updates still come here: another user of the bot's token takes them away without a
 * notice.
 */
export async function watch(
  ctx: ConnectionContext<TelegramConfig>,
  api: Api,
  address: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    try {
      const { url } = await api.call('getWebhookInfo', WebhookInfo, {}, signal)
      ctx.setState(url === address ? { state: 'connected' } : { state: 'needsAction', reason: 'conflict' })
    } catch (error) {
      if (signal.aborted || !ChannelError.is(error)) continue
      ctx.setState(
        error.kind === 'auth'
          ? { state: 'needsAction', reason: 'relogin' }
          : { state: 'degraded', code: error.code, message: error.message },
      )
    }
  }
}
