import type { ConnectionContext, WebhookRequest } from '@recado/sdk'
import { verifyHmac } from '@recado/sdk/server'

export const signatureHeader = 'x-hook-signature'

/** The raw bytes, as they came, under the connection's secret. */
export const verify = async (
  request: Pick<WebhookRequest, 'headers' | 'rawBody'>,
  ctx: Pick<ConnectionContext<unknown>, 'secrets'>,
): Promise<'ok' | 'bad'> =>
  verifyHmac(request.rawBody, request.headers.get(signatureHeader), await ctx.secrets.get('signingSecret'))
    ? 'ok'
    : 'bad'
