import type { ConnectionContext, Logger } from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { RenewedToken } from '../api/results.ts'
import { fingerprint, renewedName, renewedOf } from '../api/token.ts'

type Secrets = ConnectionContext<unknown>['secrets']

/** A token of Instagram lives for 60 days; from half of that on it is renewed. */
const renewedWithin = 30 * 24 * 3_600_000

/**
 * Renews the token of an account of Instagram where it is time: it has to be a day old, and cannot be renewed once it
 * has ended. Tokens of pages do not end.
 */
export async function renewToken(api: MetaApi, secrets: Secrets, log: Logger, signal: AbortSignal): Promise<void> {
  if (api.product !== 'instagram') return
  const typed = await secrets.get('accessToken')
  if (!typed) return
  const known = await renewedOf(secrets, typed)
  if (known && known.until - Date.now() > renewedWithin) return
  try {
    const { access_token: token, expires_in: seconds } = await api.call({
      method: 'GET',
      path: '/refresh_access_token?grant_type=ig_refresh_token',
      result: RenewedToken,
      signal,
    })
    const renewed = { of: fingerprint(typed), token, until: Date.now() + seconds * 1_000 }
    await secrets.set(renewedName, JSON.stringify(renewed))
    api.useToken(token)
  } catch (error) {
    // A token that is too young, or of another kind, goes on working; a dead one is said by the next call.
    log.info({ err: error }, 'the token of Instagram could not be renewed')
  }
}
