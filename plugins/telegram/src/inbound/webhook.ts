import type { ConnectionContext, WebhookHandler, WebhookOutcome, WebhookRequest } from '@recado/sdk'
import { sameSecret } from '@recado/sdk/server'
import * as z from 'zod'
import { webhookSecretOf } from '../api/client.ts'
import type { TelegramConfig } from '../channel/config.ts'
import { topicsIn } from './topic.ts'
import { eventsOf } from './update.ts'

export const secretHeader = 'x-telegram-bot-api-secret-token'

const Update = z.looseObject({
  update_id: z.int(),
  callback_query: z.looseObject({ id: z.string() }).optional().catch(undefined),
})

export const webhook: WebhookHandler<TelegramConfig> = {
  async verify({ headers }: WebhookRequest, { secrets }: Pick<ConnectionContext<TelegramConfig>, 'secrets'>) {
    const token = await secrets.get('token')
    return token && sameSecret(headers.get(secretHeader) ?? '', webhookSecretOf(token)) ? 'ok' : 'bad'
  },
  parse({ rawBody }): WebhookOutcome {
    const update = Update.safeParse(readJson(rawBody))
    if (!update.success) return { events: [], respond: { status: 400 } }
    const { callback_query: pressed } = update.data
    const read = { events: eventsOf(update.data), remember: topicsIn(update.data) }
    // The answer itself may carry one call: the button stops waiting.
    return pressed
      ? {
          ...read,
          respond: {
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ method: 'answerCallbackQuery', callback_query_id: pressed.id }),
          },
        }
      : read
  },
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
