import type { SessionState } from '@recado/sdk'
import type { GatewayStatus } from '../gateway/status.ts'
import type { Told } from './told.ts'

/** What is known of a session when its gateway has answered. */
export interface Standing {
  readonly status: GatewayStatus
  /** The last thing that the gateway told by itself. */
  readonly told: Told | undefined
  /** This connection was linked before. */
  readonly wasLinked: boolean
  /** Codes were shown since the session was opened. */
  readonly hasShownCodes: boolean
}

/**
 * What a session is to do. `show`: draw the newest code. `connect`: have the gateway connect, and look again. `retry`:
 * say how it stands, and have it connect now and then. `wait`: only look whether it has become good by itself, because
 * trying makes it worse or needs a person.
 */
export type Step =
  | { readonly next: 'show' | 'connect'; readonly state?: undefined }
  | { readonly next: 'work' | 'retry' | 'wait'; readonly state: SessionState }

const wait = (state: SessionState): Step => ({ next: 'wait', state })
const relogin = (code: string): Step => wait({ state: 'needsAction', reason: 'relogin', code })
const degraded = (code: string, message: string): Step => wait({ state: 'degraded', code, message })

/** Pure. A session that carries messages is connected, whatever was told before. */
export function stepOf({ status, told, wasLinked, hasShownCodes }: Standing): Step {
  const { connected, loggedIn, jid } = status
  if (connected && loggedIn)
    return {
      next: 'work',
      state: { state: 'connected', ...(jid !== undefined && { identity: `+${jid.slice(0, jid.indexOf('@'))}` }) },
    }
  switch (told?.event) {
    case 'StreamReplaced':
      return wait({ state: 'needsAction', reason: 'conflict', code: 'CONFLICT' })
    case 'ClientOutdated':
      return {
        next: 'retry',
        state: { state: 'failed', code: 'OUTDATED', message: 'WhatsApp does not accept this version of the gateway' },
      }
    case 'TemporaryBan':
      return degraded('TEMPORARY_BAN', 'WhatsApp has blocked this number for a time')
    case 'PairError':
      return degraded('PAIR_ERROR', 'WhatsApp has not linked this number')
    case 'QRTimeout':
      return degraded('TIMEOUT', 'nobody scanned the code')
    case 'LoggedOut':
      return relogin('LOGGED_OUT')
    default:
  }
  if (loggedIn) return { next: 'connect' }
  if (wasLinked) return relogin('LOGGED_OUT')
  if (connected) return { next: 'show' }
  return hasShownCodes ? degraded('TIMEOUT', 'nobody scanned the code') : { next: 'connect' }
}
