import { ChannelError, type ChannelErrorShape, type ConnectionContext } from '@recado/sdk'
import { apiOf } from '../api/client.ts'
import { Me, WebhookInfo } from '../api/results.ts'
import { webhookAddress } from './address.ts'
import type { TelegramConfig } from './config.ts'

type Result = { ok: true; identity: string } | { ok: false; error: ChannelErrorShape; step: string }

/** Older trouble with the webhook may be over. */
const recentSeconds = 600

/** Steps `token`, `reach` and `webhook`: the bot answers, and Telegram has no recent trouble delivering to us. */
export async function check(ctx: ConnectionContext<TelegramConfig>): Promise<Result> {
  try {
    const api = await apiOf(ctx)
    const me = await api.call('getMe', Me, {}, ctx.signal)
    const info = await api.call('getWebhookInfo', WebhookInfo, {}, ctx.signal)
    const isTroubled =
      info.url !== '' &&
      info.url === webhookAddress(ctx) &&
      (info.last_error_date ?? 0) > Date.now() / 1_000 - recentSeconds
    if (isTroubled)
      return {
        ok: false,
        step: 'webhook',
        error: { kind: 'provider', code: 'WEBHOOK', message: info.last_error_message ?? '', certain: true },
      }
    return { ok: true, identity: me.username === undefined ? String(me.id) : `@${me.username}` }
  } catch (error) {
    if (!ChannelError.is(error)) throw error
    return { ok: false, step: error.kind === 'auth' ? 'token' : 'reach', error }
  }
}
