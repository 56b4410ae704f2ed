import type { Secrets, WebhookRequest } from '@recado/contracts'
import type { ConformanceOptions, RecordedRequest } from './options.ts'

const utf8 = new TextEncoder()
/** The address of a recorded request that names none. */
export const usualAddress = 'https://recado.test/hooks/plugin/connection/secret'

export const bytesOf = (body: RecordedRequest['body']): Uint8Array =>
  typeof body === 'string' ? utf8.encode(body) : body

/** A recorded request as the front door hands it to a channel. */
export const webhookRequest = ({
  method = 'POST',
  headers = {},
  body,
  url = usualAddress,
}: RecordedRequest): WebhookRequest => ({
  method,
  headers: new Headers(headers),
  rawBody: bytesOf(body),
  url: new URL(url),
})

const fixedSecrets = (values: Readonly<Record<string, string>>): Secrets => ({
  get: (name) => Promise.resolve(values[name]),
  set: () => Promise.reject(new Error('verify must not write secrets')),
  ensure: () => Promise.reject(new Error('verify must not write secrets')),
  delete: () => Promise.reject(new Error('verify must not delete secrets')),
})

/** Context of `verify` and `handshake`: the settings, these secrets, and the address that the request was sent to. */
export const verifyContext = <Config>(
  { config }: Pick<ConformanceOptions<Config>, 'config'>,
  secrets: Readonly<Record<string, string>>,
  { url = usualAddress }: Pick<RecordedRequest, 'url'> = {},
) => ({ config, secrets: fixedSecrets(secrets), callbackUrl: new URL(new URL(url).pathname, url) })
