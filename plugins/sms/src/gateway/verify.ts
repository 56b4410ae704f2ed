import type { ConnectionContext, WebhookRequest } from '@recado/sdk'
import { sameSecret, verifyHmac } from '@recado/sdk/server'
import type { GatewayConfig } from './config.ts'

/** The raw bytes under the shared secret (SHA-256, hex or base64), or the secret itself, in the header that the settings name. */
export async function verify({ headers, rawBody }: Pick<WebhookRequest, 'headers' | 'rawBody'>, { config, secrets }: Pick<ConnectionContext<GatewayConfig>, 'config' | 'secrets'>): Promise<'ok' | 'bad'> {
  const secret = await secrets.get('webhookSecret')
  const given = headers.get(config.signatureHeader)
  if (!secret || !given) return 'bad'
  if (config.signature === 'token') return sameSecret(given.replace(/^Bearer /i, ''), secret) ? 'ok' : 'bad'
  const signature = given.replace(/^sha256=/i, '')
  return verifyHmac(rawBody, signature, secret) || verifyHmac(rawBody, signature, secret, { encoding: 'base64' }) ? 'ok' : 'bad'
}
