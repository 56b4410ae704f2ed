import type { ConnectionContext, WebhookRequest } from '@recado/sdk'
import { sameSecret, verifyHmac } from '@recado/sdk/server'
import { readForm, written } from '../text/form.ts'
import type { GatewayConfig } from './config.ts'
import { isGet, proofInQuery, signedQuery } from './query.ts'

/**
 * The raw bytes under the shared secret (SHA-256, hex or base64), or the secret itself, in the header that the settings
 * name. A gateway that calls by GET signs its query, and may have signature or secret in the parameter of that name;
 * one that posts a form may have the secret in the field of that name.
 */
export async function verify(
  request: WebhookRequest,
  { config, secrets }: Pick<ConnectionContext<GatewayConfig>, 'config' | 'secrets'>,
): Promise<'ok' | 'bad'> {
  const { headers, rawBody, url } = request
  const { signature, signatureHeader: name } = config
  const secret = await secrets.get('webhookSecret')
  const inHeader = headers.get(name)
  // A request with a body has its event there, and its address was not signed.
  if (isGet(request) && rawBody.length > 0) return 'bad'
  const given =
    inHeader ??
    (isGet(request) ? proofInQuery(url, name) : signature === 'token' ? proofInForm(request, name) : undefined)
  if (!secret || !given) return 'bad'
  if (signature === 'token') return sameSecret(given.replace(/^Bearer /i, ''), secret) ? 'ok' : 'bad'
  const bare = given.replace(/^sha256=/i, '')
  const signed = isGet(request) ? spellings(signedQuery(url, name)).map((query) => Buffer.from(query)) : [rawBody]
  return signed.some(
    (bytes) => verifyHmac(bytes, bare, secret) || verifyHmac(bytes, bare, secret, { encoding: 'base64' }),
  )
    ? 'ok'
    : 'bad'
}

/** Some callers sign an apostrophe unescaped; addresses have it escaped by the time they are read. */
const spellings = (query: string): readonly string[] => [query, query.replaceAll('%27', "'")]

function proofInForm({ headers, rawBody }: WebhookRequest, name: string): string | undefined {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers.get('content-type') ?? '')) return undefined
  return Object.entries(readForm(written(rawBody))).find(([field]) => field.toLowerCase() === name)?.[1]
}
