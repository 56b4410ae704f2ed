import { createHmac, randomBytes } from 'node:crypto'

/* Standard Webhooks 1.0.0, symmetric signatures. */

const prefix = 'whsec_'
const secretBytes = 24
/** What a secret may hold, in bytes of its base64 part. */
const fewestBytes = 24
const mostBytes = 64

/** A new secret, as it is shown: `whsec_` and base64 of random bytes. */
export const newWebhookSecret = (): string => prefix + randomBytes(secretBytes).toString('base64')

/** The key of a secret; undefined for what is none: `whsec_` and base64 of 24 to 64 bytes. */
export function webhookKey(secret: string): Buffer | undefined {
  const text = secret.startsWith(prefix) ? secret.slice(prefix.length) : ''
  const bytes = Buffer.from(text, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')
  return isBase64 && bytes.length >= fewestBytes && bytes.length <= mostBytes ? bytes : undefined
}

/** What is signed: the id, the moment of sending in seconds, and the bytes of the body. */
export interface SignedWebhook {
  readonly id: string
  readonly seconds: number
  readonly body: string
}

/**
 * The three headers. One signature for each secret, the current one first: during a rotation the receiver finds the one
 * that it knows.
 *
 * @throws Error for a secret that is none
 */
export function webhookHeaders(
  secrets: readonly string[],
  { id, seconds, body }: SignedWebhook,
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = webhookKey(secret)
    if (!key) throw new Error('not the secret of a webhook')
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  }
}
