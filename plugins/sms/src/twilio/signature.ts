import type { ConnectionContext, WebhookRequest } from '@recado/sdk'
import { verifyHmac } from '@recado/sdk/server'

export const signatureHeader = 'x-twilio-signature'
/** Where a session keeps the public address of its webhook: what Twilio signs is that, not what a proxy makes of it. */
export const callbackKey = 'callbackUrl'

const utf8 = new TextEncoder()

/** What Twilio signs: the address it calls, then every field and its value, by the order of the fields. */
export const signedText = (url: string, fields: URLSearchParams): string => url + [...fields].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat().join('')

/** Under the public address that is known for this connection, and under the one that was called. */
export async function verify({ url, headers, rawBody }: WebhookRequest, { secrets }: Pick<ConnectionContext<unknown>, 'secrets'>): Promise<'ok' | 'bad'> {
  const [token, callback] = await Promise.all([secrets.get('authToken'), secrets.get(callbackKey)])
  const fields = new URLSearchParams(new TextDecoder().decode(rawBody))
  const addresses = [...(callback ? [callback + url.search] : []), url.href]
  const isGenuine = addresses.some((address) => verifyHmac(utf8.encode(signedText(address, fields)), headers.get(signatureHeader), token, { algorithm: 'sha1', encoding: 'base64' }))
  return isGenuine ? 'ok' : 'bad'
}
