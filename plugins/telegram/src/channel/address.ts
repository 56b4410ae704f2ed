import type { ConnectionContext } from '@recado/sdk'
import type { TelegramConfig } from './config.ts'

/** Ports to which Telegram delivers; the empty one is that of https. */
const ports = new Set(['', '443', '80', '88', '8443'])

/**
 * Address for the delivery of updates. Null means that they are fetched: there is no address that Telegram could reach.
 */
export function webhookAddress({
  callbackUrl,
  config,
}: Pick<ConnectionContext<TelegramConfig>, 'callbackUrl' | 'config'>): string | null {
  if (!callbackUrl) return null
  // A server of one's own delivers to any address it can reach.
  const isReachable = config.apiRoot !== undefined || (callbackUrl.protocol === 'https:' && ports.has(callbackUrl.port))
  return isReachable ? callbackUrl.href : null
}
