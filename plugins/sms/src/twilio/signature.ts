import type { ConnectionContext, WebhookRequest } from '@recado/sdk'
import { verifyHmac } from '@recado/sdk/server'

export const signatureHeader = 'x-twilio-signature'

const utf8 = new TextEncoder()

/** Text that Twilio signs: the address it calls, then every field and its value, by the order of the fields. */
export const signedText = (url: string, fields: URLSearchParams): string =>
  url +
  [...fields]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .flat()
    .join('')

/** Verifies under the public address of this connection, which Twilio signs, and under the one that was called. */
export async function verify(
  { url, headers, rawBody }: WebhookRequest,
  { secrets, callbackUrl }: Pick<ConnectionContext<unknown>, 'secrets' | 'callbackUrl'>,
): Promise<'ok' | 'bad'> {
  const token = await secrets.get('authToken')
  const fields = new URLSearchParams(new TextDecoder().decode(rawBody))
  const addresses = [...(callbackUrl ? [callbackUrl.href + url.search] : []), url.href]
  const isGenuine = addresses.some((address) =>
    verifyHmac(utf8.encode(signedText(address, fields)), headers.get(signatureHeader), token, {
      algorithm: 'sha1',
      encoding: 'base64',
    }),
  )
  return isGenuine ? 'ok' : 'bad'
}
